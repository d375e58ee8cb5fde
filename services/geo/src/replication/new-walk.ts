import { type NodeDocument, selectionKey } from '#nodes';
import type { ReplicationState } from './replication-state.model';

/** The state of a backfill of projects that starts now. */
export function newWalk(
  own: NodeDocument | undefined,
): Pick<ReplicationState, 'walked_id' | 'walk_started_at' | 'walk_selection'> {
  return {
    walked_id: 0,
    walk_started_at: new Date(),
    walk_selection: own ? selectionKey(own) : '',
  };
}
