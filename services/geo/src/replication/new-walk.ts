import { type NodeDocument, selectionKey } from '#nodes';
import { fileKinds } from '#replication/files';
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

/** The state of a backfill of files that starts now. */
export const newFileWalk: Pick<ReplicationState, 'walked_file_kind' | 'walked_file_id'> = {
  walked_file_kind: fileKinds[0],
  walked_file_id: 0,
};
