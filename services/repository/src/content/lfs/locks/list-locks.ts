import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { listLockPage } from './lock-pages';
import { presentLocks } from './lock.entity';

/** Lists the locks of a project, optionally those of one path or with one id. */
export async function listLocks({ deps, project_id, query }: LfsCall): Promise<LfsResponse> {
  const [path, id] = [query.get('path'), query.get('id')];
  const filter = {
    project_id,
    ...(path !== null && { path }),
    // No lock has the id of anything that is no number.
    ...(id !== null && { _id: /^\d{1,15}$/.test(id) ? Number(id) : -1 }),
  };
  const page = { cursor: query.get('cursor'), limit: query.get('limit') };
  const { locks, ...next } = await listLockPage(deps, filter, page);
  return json(200, { locks: await presentLocks(deps, locks), ...next });
}
