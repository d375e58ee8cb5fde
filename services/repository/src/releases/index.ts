import { createRelease } from './create-release';
import { deleteRelease } from './delete-release';
import { getRelease } from './get-release';
import { listReleases } from './list-releases';
import { updateRelease } from './update-release';

export const releaseOperations = [listReleases, getRelease, createRelease, updateRelease, deleteRelease];
