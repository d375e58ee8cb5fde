import { createRelease } from './create-release';
import { createTagRelease } from './create-tag-release';
import { deleteRelease } from './delete-release';
import { getRelease } from './get-release';
import { getReleasesFeed } from './get-releases-feed';
import { listReleases } from './list-releases';
import { updateRelease } from './update-release';
import { updateTagRelease } from './update-tag-release';

export const releaseOperations = [
  listReleases,
  getRelease,
  getReleasesFeed,
  createRelease,
  updateRelease,
  deleteRelease,
  createTagRelease,
  updateTagRelease,
];
