/** Burndown events of a milestone: when its issues were created, closed and reopened. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { BurndownEvent, ListBurndownEventsResponse } from '@forgemesh/proto/collaboration/v1/milestone';
import type { QueryFilter } from 'mongoose';
import type { IssueDocument } from '#items/model';
import { type ItemList, restrictList } from '#items/lists';
import type { NoteDocument } from '#discussion/notes';
import type { MilestoneDocument } from '#planning/milestones';
import type { BurndownDeps } from './deps';

/** What the events, and the check of the caller's rights, need of an issue. */
const fields = {
  project_id: 1,
  confidential: 1,
  author_id: 1,
  assignee_ids: 1,
  state: 1,
  weight: 1,
  created_at: 1,
  closed_at: 1,
} as const;
/** Issues whose notes are read with one query. */
const BATCH = 500;
/** The system notes of a change of state: `closed`, `reopened`, `closed via merge request !5`. */
const STATE_NOTE = /^(closed|reopened)( via |$)/;

type StateNote = Pick<NoteDocument, 'noteable_id' | 'body' | 'created_at'>;
type StateChange = { at: Date; action: 'closed' | 'reopened' };

/**
 * The burndown events of the visible issues of a milestone, up to its due date or today. Only
 * milestones with both a start date and a due date have events.
 */
export async function listBurndownEvents(
  call: Call<BurndownDeps>,
  milestone: MilestoneDocument,
  visible: ItemList<IssueDocument>,
): Promise<ResponseOf<ListBurndownEventsResponse>> {
  const { start_date: start, due_date: due } = milestone;
  if (!start || !due) return { burndown_events: [] };
  const today = new Date().toISOString().slice(0, 10);
  const end = new Date(`${due < today ? due : today}T23:59:59.999Z`);
  const issues = await readIssues(call.deps, milestone._id, visible);
  const notes = await readStateNotes(call.deps, issues);
  const events = issues.flatMap((issue) => {
    const created = { at: issue.created_at, action: 'created' as const };
    const changes = stateChanges(issue, notes.get(issue._id) ?? [], new Date(start));
    return [created, ...changes].map((event) => ({ ...event, weight: issue.weight }));
  });
  const shown = events.filter(({ at }) => at <= end).sort((one, other) => one.at.getTime() - other.at.getTime());
  return { burndown_events: shown.map(presentEvent) };
}

function presentEvent({
  at,
  weight,
  action,
}: {
  at: Date;
  weight: number | null;
  action: string;
}): ResponseOf<BurndownEvent> {
  return { created_at: at.toISOString(), weight, action };
}

async function readIssues(
  { items: { issues } }: BurndownDeps,
  milestoneId: number,
  visible: ItemList<IssueDocument>,
): Promise<IssueDocument[]> {
  const { filter, check } = restrictList(visible, { milestone_id: milestoneId });
  const found = await issues.model.find(filter as QueryFilter<IssueDocument>, fields).lean<IssueDocument[]>();
  return check ? check.pick(found) : found;
}

/** The notes of changes of state by issue, the oldest first. */
async function readStateNotes(
  { notes }: BurndownDeps,
  issues: readonly IssueDocument[],
): Promise<ReadonlyMap<number, StateNote[]>> {
  const byIssue = new Map<number, StateNote[]>();
  for (let first = 0; first < issues.length; first += BATCH) {
    const ids = issues.slice(first, first + BATCH).map(({ _id: id }) => id);
    const found = await notes.model
      .find(
        { noteable_type: 'Issue', noteable_id: { $in: ids }, system: true, body: { $regex: STATE_NOTE } },
        { noteable_id: 1, body: 1, created_at: 1 },
      )
      .lean<(StateNote & { _id: number })[]>();
    found.sort((one, other) => one.created_at.getTime() - other.created_at.getTime() || one._id - other._id);
    for (const note of found) byIssue.set(note.noteable_id, [...(byIssue.get(note.noteable_id) ?? []), note]);
  }
  return byIssue;
}

/**
 * The changes of state of an issue. Notes that repeat a state, or that were copied from before the
 * issue existed, do not count. The state of the issue itself wins, because a move to another
 * project and an import leave no note.
 */
function stateChanges(issue: IssueDocument, notes: readonly StateNote[], start: Date): StateChange[] {
  const changes: StateChange[] = [];
  for (const { body, created_at: at } of notes) {
    const action = body.startsWith('closed') ? 'closed' : 'reopened';
    if (at >= issue.created_at && action !== (changes.at(-1)?.action ?? 'reopened')) changes.push({ at, action });
  }
  const isClosed = changes.at(-1)?.action === 'closed';
  if (issue.state === 'closed' && !isClosed) changes.push({ at: issue.closed_at ?? start, action: 'closed' });
  if (issue.state === 'opened' && isClosed) changes.pop();
  return changes;
}
