/** Resolves what discusses a merge request. */
import { ForbiddenError } from '@forgemesh/errors';
import type { NoteDocument } from '../notes/note.model';
import type { Noteable } from '../notes/noteable';
import type { CollaborationCall } from '../../operation';
import { assertMayWriteOn, mayResolve } from '../../access/policy';
import type { NoteTarget } from '../notes/system-notes';
import type { Collaboration } from '../../deps';
import { recordResolution, type Resolution } from './record-resolution';

/**
 * Resolves notes, or opens them again, and returns all as they are then. Throws ForbiddenError for
 * who may not and where nothing can be resolved.
 */
export async function resolveNotes(
  call: CollaborationCall,
  target: Noteable,
  notes: readonly NoteDocument[],
  isResolved: boolean,
): Promise<NoteDocument[]> {
  const { deps, principal } = call;
  assertMayWriteOn(target);
  if (!mayResolve(target, principal) || !notes.some(({ resolvable }) => resolvable)) throw new ForbiddenError();
  return setResolved(deps, target, { notes, isResolved, actor: principal.id, at: new Date() });
}

/** What is resolved or opened again, by whom and when. */
export interface Settlement extends Resolution {
  notes: readonly NoteDocument[];
  isResolved: boolean;
}

/** The same in somebody's name who is not asked for his rights. Safe to repeat. */
export async function setResolved(
  deps: Collaboration,
  target: NoteTarget,
  { notes, isResolved, actor, at }: Settlement,
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
