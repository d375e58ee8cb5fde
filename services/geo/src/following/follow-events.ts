/**
 * Follows what happens on the primary: marks copies as due, so that they are brought up to date.
 */
import type { ReplicationEvent } from '@forgemesh/proto/geo/v1/replication';
import { markFileDue } from '../files/files';
import { fileKinds, type FileName } from '../files/file-kinds';
import { forgetProject, markDue } from '../registry/registry';
import type { CopyKind } from '../registry/registry.model';
import type { Geo } from '../deps';
import type { FollowingState } from './following.model';

const kindsOf: Record<string, readonly CopyKind[]> = {
  project_changed: ['repository', 'wiki'],
  repository_changed: ['repository'],
  wiki_changed: ['wiki'],
};

/** Follows the events that are new, or begins anew where some were missed. */
export async function followEvents(deps: Geo): Promise<void> {
  for (;;) {
    const state = await deps.following.state();
    const asked = new Date();
    const answer = await deps.primary.events(state.cursor_event_id);
    const last = {
      last_event_id: answer.last_event_id,
      last_event_at: answer.last_event_at ? new Date(answer.last_event_at) : null,
    };
    const { keyId } = deps.primary;
    if (mustBeginAnew(state, keyId, answer)) {
      // From here on events tell of everything; the walk over all projects is for what was before.
      const cursor = { cursor_event_id: last.last_event_id, cursor_event_at: last.last_event_at };
      await deps.following.change({
        is_started: true,
        key_id: keyId,
        walked_id: 0,
        walked_file_kind: fileKinds[0],
        walked_file_id: 0,
        ...cursor,
        ...last,
        caught_up_at: asked,
      });
      return;
    }
    await applyEvents(deps, answer.events);
    const newest = answer.events.at(-1);
    const cursor = newest && { cursor_event_id: newest.id, cursor_event_at: new Date(newest.at) };
    const isCaughtUp = (newest?.id ?? state.cursor_event_id) >= answer.last_event_id;
    await deps.following.change({ ...last, ...cursor, ...(isCaughtUp && { caught_up_at: asked }) });
    if (isCaughtUp) return;
  }
}

/**
 * The first time, after events that are kept no more, and where the primary itself was set back.
 * With other credentials, too: the node may have been another one, and what happened before this
 * one was made nobody may have logged.
 */
function mustBeginAnew(
  { is_started: isStarted, key_id, cursor_event_id: cursor }: FollowingState,
  keyId: string,
  answer: { last_event_id: number; oldest_event_id: number },
): boolean {
  return !isStarted || key_id !== keyId || cursor > answer.last_event_id || cursor < answer.oldest_event_id - 1;
}

async function applyEvents(deps: Geo, events: readonly ReplicationEvent[]): Promise<void> {
  const removed = new Set(events.filter(({ type }) => type === 'project_removed').map(({ project_id: id }) => id));
  for (const id of removed) await forgetProject(deps, id);
  for (const kind of ['repository', 'wiki'] as const) {
    const changed = events.filter(({ type }) => kindsOf[type]?.includes(kind)).map(({ project_id: id }) => id);
    await markDue(
      deps,
      [...new Set(changed)].filter((id) => !removed.has(id)),
      [kind],
    );
  }
  for (const { kind, id } of changedFiles(events).values()) await markFileDue(deps, { kind, id });
}

/** Each once. */
function changedFiles(events: readonly ReplicationEvent[]): Map<string, FileName> {
  const changed = events.filter(({ type }) => type === 'file_changed');
  return new Map(
    changed.map(({ file_kind: kind, file_id: id }) => [`${kind}/${id}`, { kind, id } as FileName] as const),
  );
}
