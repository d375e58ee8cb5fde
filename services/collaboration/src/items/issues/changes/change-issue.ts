/** Changes issues: the document, its events, and the system notes that record the change. */
import { changesOf, searchFields } from '@forgemesh/data';
import { changeTexts, type ItemChange, type ItemEvent, itemEvents, type RecordableEvent } from '#items/shared';
import { type IssueDocument, issueOrderKeys, itemKey } from '#items/model';
import { recordOnEpics } from '../epic-of-issue';
import { recordDuplicate } from '../duplicates/record-duplicate';
import type { IssueChangesDeps } from '../deps';

type Settable = Omit<IssueDocument, '_id' | 'version' | 'search_text' | 'due_key' | 'weight_key' | 'moved_from_id'>;

/** New values of some fields. */
export type IssueSet = Partial<Settable>;

/**
 * Computes a change from the current issue and applies it; `compute` returns null for no change.
 * `read` is the issue if the caller has just read it. Returns the changed issue, or null if nothing
 * changed. The system notes are written before this resolves.
 */
export async function changeIssue(
  deps: IssueChangesDeps,
  id: number,
  change: ItemChange,
  compute: (issue: IssueDocument) => IssueSet | null,
  read?: IssueDocument,
): Promise<IssueDocument | null> {
  let events: ItemEvent[] = [];
  const changed = await deps.items.issues.mutate(
    id,
    (issue) => {
      const set = compute(issue);
      events = set ? itemEvents('issue', changesOf<Settable>(issue, set), change) : [];
      if (!set || (events.length === 0 && set.updated_at === undefined)) return null;
      const { title, description } = { ...issue, ...set };
      const derived = { ...searchFields(title, description), ...issueOrderKeys({ ...issue, ...set }) };
      return { set: { updated_at: new Date(), ...set, ...derived }, events };
    },
    read,
  );
  if (changed && events.length > 0) await recordEvents(deps, changed, events);
  return changed;
}

/** Records the events of a change, which their consumer does if this process cannot. */
async function recordEvents(deps: IssueChangesDeps, issue: IssueDocument, events: readonly ItemEvent[]): Promise<void> {
  // For the events of the system notes.
  deps.items.numbers.set(itemKey('Issue', issue._id), issue.iid);
  const record = async (): Promise<void> => {
    for (const event of events) await recordIssueChange(deps, issue, event);
  };
  const recorded = record();
  const isRecorded = recorded.then(
    () => true,
    () => false,
  );
  for (const { id } of events) deps.history.recorded.set(id, isRecorded);
  await recorded;
}

/** Writes the notes and resource events of one event of an issue. Idempotent. */
export async function recordIssueChange(
  deps: IssueChangesDeps,
  issue: Pick<IssueDocument, '_id' | 'project_id'>,
  event: RecordableEvent,
): Promise<void> {
  const target = { type: 'Issue', id: issue._id, project_id: issue.project_id, group_id: null } as const;
  const { changes = {} } = event;
  await deps.history.recordResourceEvents(target, event);
  const texts = await changeTexts(deps, 'issue', changes);
  if (changes.epic_id) await recordOnEpics(deps, issue, changes.epic_id, event);
  const recorded = { event_id: event.id, actor: event.actor ?? 0, at: event.at ?? new Date() };
  await deps.history.addNotes(target, { ...recorded, texts, ...(changes.cause && { mentioner: changes.cause }) });
  if (changes.duplicated_to_id?.to) await recordDuplicate(deps, issue._id, changes.duplicated_to_id.to, recorded);
}
