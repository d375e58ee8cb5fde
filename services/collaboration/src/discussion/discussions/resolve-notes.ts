/** Resolves and reopens threads of merge requests. */
import type { Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import type { NoteDocument } from '#discussion/notes';
import { assertCanWriteOn, canResolve } from '#access';
import { recordResolution, type Resolution } from './record-resolution';
import type { Noteable, NoteTarget } from '#items/shared';
import type { DiscussionsDeps } from './deps';

/**
 * Resolves or reopens notes, and returns those that changed. Throws ForbiddenError if the caller
 * may not or if none of the notes is resolvable.
 */
export async function resolveNotes(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  notes: readonly NoteDocument[],
  isResolved: boolean,
): Promise<NoteDocument[]> {
  const { deps, principal } = call;
  assertCanWriteOn(target);
  if (!canResolve(target, principal) || !notes.some(({ resolvable }) => resolvable)) throw new ForbiddenError();
  return setResolved(deps, target, { notes, isResolved, actor: principal.id, at: new Date() });
}

/** The notes to resolve or reopen, the acting user, and the time. */
export interface ResolutionChange extends Resolution {
  notes: readonly NoteDocument[];
  isResolved: boolean;
}

/** Resolves or reopens notes in a user's name without checking rights. Idempotent. */
export async function setResolved(
  deps: DiscussionsDeps,
  target: NoteTarget,
  { notes, isResolved, actor, at }: ResolutionChange,
): Promise<NoteDocument[]> {
  const resolution = isResolved
    ? { resolved_at: at, resolved_by_id: actor }
    : { resolved_at: null, resolved_by_id: null };
  const changes = { resolved: isResolved };
  const event = { type: 'collaboration.note.updated' as const, actor, changes };
  const after: NoteDocument[] = [];
  for (const note of notes) {
    const changed = await deps.notes.mutate(note._id, (current) =>
      !current.resolvable || Boolean(current.resolved_at) === isResolved ? null : { set: resolution, events: [event] },
    );
    if (changed) after.push(changed);
  }
  if (isResolved) await recordResolution(deps, target, { actor, at });
  return after;
}
