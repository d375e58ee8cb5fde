/** Changes issues: the document, the events that tell of it, and the notes that record it. */
import { randomUUID } from 'node:crypto';
import { changesOf, searchFields, type FieldChanges, type NewEvent } from '@forgemesh/kit';
import { changeTexts, type ItemChanges } from '../items/change-texts';
import { toggledTasks } from '../items/tasks';
import { addSystemNotes } from '../notes/system-notes';
import type { Collaboration } from '../service';
import type { IssueDocument } from './issue.model';

/** New values of some fields. */
export type IssueSet = Partial<Omit<IssueDocument, '_id' | 'version' | 'search_text' | 'search_trigrams'>>;

/** Who changes an issue, and what brought it about. */
export interface IssueChange {
  actor: number;
  /** What closes it, where that is not a request of the actor: `merge request !5`, `commit <sha>`. */
  via?: string;
}

/** Fields that are no news: they follow from others. */
const silent = new Set(['updated_at', 'closed_at', 'closed_by_id', 'search_text', 'search_trigrams']);

/**
 * Computes a change from the issue as it is and makes it; null from `compute` is nothing to do. Returns the issue afterwards, or null where
 * it is gone. The notes that record the change are written before this resolves.
 */
export async function changeIssue(
  deps: Collaboration,
  id: number,
  change: IssueChange,
  compute: (issue: IssueDocument) => IssueSet | null,
): Promise<IssueDocument | null> {
  let events: (NewEvent & { id: string })[] = [];
  const changed = await deps.issues.mutate(id, (issue) => {
    const set = compute(issue);
    events = set ? eventsOf(issue, set, change) : [];
    if (!set || (events.length === 0 && set.updated_at === undefined)) return null;
    const { title, description } = { ...issue, ...set };
    return { set: { updated_at: new Date(), ...set, ...searchFields(title, description) }, events };
  });
  if (changed) for (const event of events) await recordIssueChange(deps, changed, event);
  return changed;
}

/** Writes the notes of one event of an issue. Safe to repeat. */
export async function recordIssueChange(
  deps: Collaboration,
  issue: Pick<IssueDocument, '_id' | 'project_id'>,
  event: NewEvent & { id: string; at?: Date },
): Promise<void> {
  const target = { type: 'Issue', id: issue._id, project_id: issue.project_id, group_id: null } as const;
  const texts = await changeTexts(deps, 'issue', (event.changes ?? {}) as ItemChanges);
  await addSystemNotes(deps, target, {
    event_id: event.id,
    actor: event.actor ?? 0,
    at: event.at ?? new Date(),
    texts,
  });
}

/** One event for the state, and one for all else. */
function eventsOf(issue: IssueDocument, set: IssueSet, { actor, via }: IssueChange): (NewEvent & { id: string })[] {
  const changes = Object.fromEntries(
    Object.entries(changesOf<IssueSet>(issue, set)).filter(([name]) => !silent.has(name)),
  );
  const { state, ...others } = changes;
  const events: (NewEvent & { id: string })[] = [];
  if (state) {
    const type = `collaboration.issue.${state.to === 'closed' ? 'closed' : 'reopened'}`;
    events.push({ id: randomUUID(), type, actor, changes: { state, ...(via !== undefined && { via }) } });
  }
  if (Object.keys(others).length > 0)
    events.push({
      id: randomUUID(),
      type: 'collaboration.issue.updated',
      actor,
      changes: shortened(issue, set, others),
    });
  return events;
}

function shortened(issue: IssueDocument, set: IssueSet, changes: FieldChanges): Record<string, unknown> {
  if (!changes['description']) return changes;
  return { ...changes, description: { toggled: toggledTasks(issue.description, set.description ?? null) } };
}
