/**
 * Lets the backfill of projects start again, without a verification of what exists: after the
 * selection of this node has changed, and once an hour while it has one, because a group that moves
 * takes its projects into the selection, or out of it, without an event of each.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { findOwnNode, selectionKey } from '#nodes';
import { newFileWalk, newWalk } from '#replication';
import type { BackfillDeps } from './deps';

/** Starts the backfill of projects again if it is due. */
export async function restartWalk(deps: BackfillDeps): Promise<void> {
  const own = await findOwnNode(deps);
  const state = await deps.replicationState.load();
  if (!own || !state.is_started) return;
  const key = selectionKey(own);
  const isOld = Date.now() - (state.walk_started_at?.getTime() ?? 0) > HOUR_MS;
  if (state.walk_selection === key && (key === '' || !isOld || state.walked_id !== null)) return;
  const isChanged = state.walk_selection !== key;
  await deps.replicationState.update({
    ...newWalk(own),
    verifies_existing: false,
    ...(isChanged && newFileWalk),
  });
}
