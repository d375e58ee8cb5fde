import { createWikiPage } from './create-wiki-page';
import { deleteWikiPage } from './delete-wiki-page';
import { getWikiPage } from './get-wiki-page';
import { listWikiPages } from './list-wiki-pages';
import { updateWikiPage } from './update-wiki-page';
import { uploadWikiAttachment } from './upload-wiki-attachment';

export const wikiOperations = [
  listWikiPages,
  getWikiPage,
  createWikiPage,
  updateWikiPage,
  deleteWikiPage,
  uploadWikiAttachment,
];
