import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { readJson } from '../protocol/read-json';
import { listLockPage } from './lock-pages';
import { presentLocks } from './lock.entity';

/** Lists the locks of the caller and of others, which a client compares before a push. */
export async function verifyLocks(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, context } = call;
  await assertMayPush(call);
  const { cursor, limit } = await readJson(call);
  const { locks, ...next } = await listLockPage(deps, { project_id }, { cursor, limit });
  const presented = await presentLocks(deps, locks);
  const isOwn = (_: unknown, index: number): boolean => locks[index]?.user_id === context.user?.id;
  return json(200, {
    ours: presented.filter(isOwn),
    theirs: presented.filter((lock, index) => !isOwn(lock, index)),
    ...next,
  });
}
