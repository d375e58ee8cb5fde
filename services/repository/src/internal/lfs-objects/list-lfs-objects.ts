import { internalOperation, type Call } from '@forgemesh/rpc';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import { listObjects } from '#content/lfs';
import type { InternalLfsObjectsDeps } from './deps';

const MAX_OBJECTS = 1_000;

/** Lists the objects of a project. */
export const listLfsObjects = internalOperation(
  LfsObjectServiceDefinition.listLfsObjects,
  async ({ project_id, after, limit }, { deps }: Call<InternalLfsObjectsDeps>) => {
    const objects = await listObjects(deps, project_id, { after, limit: Math.min(limit || MAX_OBJECTS, MAX_OBJECTS) });
    return { objects: objects.map(({ oid, size }) => ({ oid, size })) };
  },
);
