import { objectKey } from '@forgemesh/objects';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { LfsObjectServiceDefinition, type LfsObject } from '@forgemesh/proto/repository/v1/lfs_object';
import { announceObject, LFS, linkObjects, listObjects, unlinkObjects } from '#content/lfs';
import type { InternalLfsObjectsDeps } from './deps';

/** Makes a range of the objects of a replica equal to that of its original. */
export const reconcileLfsObjects = internalOperation(
  LfsObjectServiceDefinition.reconcileLfsObjects,
  async ({ project_id, after, is_last, objects }, { deps }: Call<InternalLfsObjectsDeps>) => {
    const until = is_last ? undefined : objects.at(-1)?.oid;
    const linked = await listObjects(deps, project_id, { after, until });
    const originals = new Set(objects.map(({ oid }) => oid));
    const surplus = linked.filter(({ oid }) => !originals.has(oid)).map(({ oid }) => oid);
    await unlinkObjects(deps, project_id, surplus);
    const existing = new Set(linked.map(({ oid }) => oid));
    const missing: LfsObject[] = [];
    for (const object of objects.filter(({ oid }) => !existing.has(oid)))
      if (!(await linkStored(deps, project_id, object))) missing.push(object);
    return { missing };
  },
);

/** Links an object whose content another project of this node has; false if none has. */
async function linkStored(deps: InternalLfsObjectsDeps, projectId: number, object: LfsObject): Promise<boolean> {
  if (!(await deps.lfsLinks.exists({ oid: object.oid }))) return false;
  // The last of these projects may be removed now.
  await announceObject(deps, object);
  if (!(await deps.objects.stat(objectKey(LFS, object.oid)))) return false;
  await linkObjects(deps, projectId, [object]);
  return true;
}
