/** The system note that all threads of a merge request are resolved. */
import { addSystemNotes } from '#discussion/notes';
import type { NoteTarget } from '#items/shared';
import type { DiscussionsDeps } from './deps';

/** The user who resolved, and the time. */
export interface Resolution {
  actor: number;
  at: Date;
}

/**
 * Writes the note if all threads are resolved. Idempotent: the key is the time at which the last
 * thread was resolved.
 */
export async function recordResolution(
  deps: DiscussionsDeps,
  target: NoteTarget,
  { actor, at }: Resolution,
): Promise<void> {
  const threads = { noteable_type: target.type, noteable_id: target.id, resolvable: true };
  const rows = await deps.notes.model.find(threads, { resolved_at: 1 }).lean<{ resolved_at: Date | null }[]>();
  const moments = rows.flatMap(({ resolved_at: moment }) => moment?.getTime() ?? []);
  if (target.type !== 'MergeRequest' || moments.length < rows.length || moments.length === 0) return;
  const last = moments.reduce((one, other) => Math.max(one, other));
  await addSystemNotes(deps, target, {
    event_id: `resolved/${target.id}/${last}`,
    actor,
    at,
    texts: ['resolved all threads'],
  });
}
