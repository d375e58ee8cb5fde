import { createWikiPage } from './operations/create-wiki-page';
import { deleteWikiPage } from './operations/delete-wiki-page';
import { getWikiPage } from './operations/get-wiki-page';
import { listWikiPages } from './operations/list-wiki-pages';
import { updateWikiPage } from './operations/update-wiki-page';
import { uploadWikiAttachment } from './operations/upload-wiki-attachment';

export const wikiOperations = [
  listWikiPages,
  getWikiPage,
  createWikiPage,
  updateWikiPage,
  deleteWikiPage,
  uploadWikiAttachment,
];
