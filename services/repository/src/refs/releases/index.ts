import { createRelease } from './operations/create-release';
import { createTagRelease } from './operations/create-tag-release';
import { deleteRelease } from './operations/delete-release';
import { getRelease } from './operations/get-release';
import { listReleases } from './operations/list-releases';
import { updateRelease } from './operations/update-release';
import { updateTagRelease } from './operations/update-tag-release';

export const releaseOperations = [
  listReleases,
  getRelease,
  createRelease,
  updateRelease,
  deleteRelease,
  createTagRelease,
  updateTagRelease,
];
