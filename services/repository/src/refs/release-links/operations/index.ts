import { createReleaseLink } from './create-release-link';
import { deleteReleaseLink } from './delete-release-link';
import { getReleaseLink } from './get-release-link';
import { listReleaseLinks } from './list-release-links';
import { updateReleaseLink } from './update-release-link';

export const releaseLinkOperations = [
  listReleaseLinks,
  getReleaseLink,
  createReleaseLink,
  updateReleaseLink,
  deleteReleaseLink,
];
