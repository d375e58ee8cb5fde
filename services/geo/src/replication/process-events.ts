/** Processes the replication events of the primary: schedules syncs and removes replicas. */
import type { ReplicationEvent } from '@forgemesh/proto/geo/v1/replication';
import { type FileName, removeProjectReplicas, scheduleFileSync } from '#replication/files';
import {
  excludeProjects,
  includeProjects,
  type ReplicaKind,
  replicaKinds,
  scheduleResync,
  scheduleSync,
} from '#replication/registry';
import { findOwnNode, selectionKey } from '#nodes';
import { newFileWalk, newWalk } from './new-walk';
import type { ReplicationState } from './replication-state.model';
import type { ReplicationDeps } from './deps';

const replicaKindsByType: Record<string, readonly ReplicaKind[]> = {
  project_changed: replicaKinds,
  repository_changed: ['repository', 'lfs'],
  wiki_changed: ['wiki'],
};

/** Processes new events, or starts over with a backfill if events were missed. */
export async function processEvents(deps: ReplicationDeps): Promise<void> {
  for (;;) {
    const state = await deps.replicationState.load();
    const requestedAt = new Date();
    const response = await deps.primary.events(state.cursor_event_id);
    const last = {
      last_event_id: response.last_event_id,
      last_event_at: response.last_event_at ? new Date(response.last_event_at) : null,
    };
    const { keyId } = deps.primary;
    if (mustStartOver(state, keyId, response)) {
      // Events after the cursor are processed; the backfill covers everything before.
      const cursor = { cursor_event_id: last.last_event_id, cursor_event_at: last.last_event_at };
      // After a long pause, replicas are outdated by an unknown number of changes.
      if (state.is_behind) await scheduleResync(deps, {});
      await deps.replicationState.update({
        is_started: true,
        is_behind: false,
        key_id: keyId,
        ...newWalk(await findOwnNode(deps)),
        verifies_existing: true,
        ...newFileWalk,
        ...cursor,
        ...last,
        caught_up_at: requestedAt,
      });
      return;
    }
    await applyEvents(deps, response.events);
    const newest = response.events.at(-1);
    const cursor = newest && { cursor_event_id: newest.id, cursor_event_at: new Date(newest.at) };
    const isCaughtUp = (newest?.id ?? state.cursor_event_id) >= response.last_event_id;
    await deps.replicationState.update({
      ...last,
      ...cursor,
      ...(isCaughtUp && { caught_up_at: requestedAt, is_behind: false }),
    });
    if (isCaughtUp) return;
  }
}

/**
 * True on the first run, if events were removed before they were processed, and if the event ids of
 * the primary went back (restored backup). Also true with other credentials: the node may be a new
 * one, and changes before its creation may not have been logged.
 */
function mustStartOver(
  { is_started: isStarted, key_id, cursor_event_id: cursor }: ReplicationState,
  keyId: string,
  response: { last_event_id: number; oldest_event_id: number },
): boolean {
  return !isStarted || key_id !== keyId || cursor > response.last_event_id || cursor < response.oldest_event_id - 1;
}

async function applyEvents(deps: ReplicationDeps, events: readonly ReplicationEvent[]): Promise<void> {
  const removed = new Set(events.filter(({ type }) => type === 'project_removed').map(({ project_id: id }) => id));
  for (const id of removed) await removeProjectReplicas(deps, id);
  const idsOf = (type: string): number[] =>
    events.filter((one) => one.type === type).map(({ project_id }) => project_id);
  await excludeProjects(deps, idsOf('project_excluded'));
  const changedIds = idsOf('project_changed');
  await includeProjects(deps, changedIds);
  if (await hasEntered(deps, changedIds)) await deps.replicationState.update(newFileWalk);
  for (const kind of replicaKinds) {
    const changed = events
      .filter(({ type }) => replicaKindsByType[type]?.includes(kind))
      .map(({ project_id: id }) => id);
    await scheduleSync(
      deps,
      [...new Set(changed)].filter((id) => !removed.has(id)),
      [kind],
    );
  }
  for (const { kind, id } of changedFiles(events).values()) await scheduleFileSync(deps, { kind, id });
}

/**
 * Whether projects may have entered the selection of this node with files of before, whose changes
 * were not followed.
 */
async function hasEntered(deps: ReplicationDeps, ids: readonly number[]): Promise<boolean> {
  const own = ids.length > 0 ? await findOwnNode(deps) : undefined;
  if (!own || selectionKey(own) === '') return false;
  const distinct = [...new Set(ids)];
  return (await deps.registry.countDocuments({ _id: { $in: distinct } })) < distinct.length;
}

/** Changed files, without duplicates. */
function changedFiles(events: readonly ReplicationEvent[]): Map<string, FileName> {
  const changed = events.filter(({ type }) => type === 'file_changed');
  return new Map(
    changed.map(({ file_kind: kind, file_id: id }) => [`${kind}/${id}`, { kind, id } as FileName] as const),
  );
}
