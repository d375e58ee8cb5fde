import { NotFoundError } from '@forgemesh/errors';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import { openLinkedObject } from '#content/lfs';
import type { InternalLfsObjectsDeps } from './deps';

/** Downloads the content of an object of a project. */
export const downloadLfsObject = downloadOperation(
  LfsObjectServiceDefinition.downloadLfsObject,
  async ({ project_id, oid }, { deps }: Call<InternalLfsObjectsDeps>) => {
    const opened = await openLinkedObject(deps, project_id, oid);
    if (!opened) throw new NotFoundError('LFS object');
    return { headers: { 'Content-Length': String(opened.size) }, content: opened.content };
  },
);
