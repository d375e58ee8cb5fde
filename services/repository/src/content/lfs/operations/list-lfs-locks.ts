import { listPage } from '@forgemesh/data';
import { operation, type Call } from '@forgemesh/rpc';
import { LfsLockServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_lock';
import { presentApiLocks } from '../locks/lock.entity';
import { lockedProject } from './locked-project';
import type { LfsDeps } from '../deps';

/** Lists the locks of a project. */
export const listLfsLocks = operation(LfsLockServiceDefinition.listLfsLocks, async (request, call: Call<LfsDeps>) => {
  const { path } = request;
  const locks = await listPage(call, {
    model: call.deps.lfsLocks,
    filter: { project_id: lockedProject(call), ...(path !== undefined && { path }) },
    sort: { _id: 1 },
    request,
  });
  return { locks: await presentApiLocks(call.deps, locks) };
});
