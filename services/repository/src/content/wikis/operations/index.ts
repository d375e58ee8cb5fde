import { createWikiPage } from './create-wiki-page';
import { deleteWikiPage } from './delete-wiki-page';
import { getWikiPage } from './get-wiki-page';
import { listWikiPageVersionDiff } from './list-wiki-page-version-diff';
import { listWikiPageVersions } from './list-wiki-page-versions';
import { listWikiPages } from './list-wiki-pages';
import { updateWikiPage } from './update-wiki-page';
import { uploadWikiAttachment } from './upload-wiki-attachment';

export const wikiOperations = [
  listWikiPages,
  getWikiPage,
  listWikiPageVersions,
  listWikiPageVersionDiff,
  createWikiPage,
  updateWikiPage,
  deleteWikiPage,
  uploadWikiAttachment,
];
