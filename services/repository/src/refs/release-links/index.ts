import { createReleaseLink } from './operations/create-release-link';
import { deleteReleaseLink } from './operations/delete-release-link';
import { getReleaseLink } from './operations/get-release-link';
import { listReleaseLinks } from './operations/list-release-links';
import { updateReleaseLink } from './operations/update-release-link';

export const releaseLinkOperations = [
  listReleaseLinks,
  getReleaseLink,
  createReleaseLink,
  updateReleaseLink,
  deleteReleaseLink,
];
