/**
 * Stores and removes contribution events. Safe to repeat and independent of the order in which bus
 * events arrive: after the insertion, events whose project, author, subject or note no longer
 * exists are removed again, and the others get what decides who may read them.
 */
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { ContributionEventDocument, ContributionSubject } from './contribution-event.model';
import { findDeletedOwners } from './deleted-owner.model';
import { syncSnippets } from './snippet-contributions';
import type { ContributionEventsDeps } from './deps';

/** An event to store. */
export type NewContribution = Omit<
  ContributionEventDocument,
  '_id' | 'confidential' | 'snippet_visibility' | 'snippet_author_id'
>;

/** Events whose projects and authors existed this long ago, when this service recorded deletions. */
const MAX_RECENT_MS = HOUR_MS;

const noteTypes = ['Note', 'DiffNote', 'DiscussionNote'] as const;

/** Target types of comments. */
export const NOTE_TARGETS: readonly string[] = noteTypes;

/** Stores events that were not stored before. */
export async function storeContributions(
  deps: ContributionEventsDeps,
  rows: readonly NewContribution[],
): Promise<void> {
  if (rows.length === 0) return;
  const unique = [...new Map(rows.map((row) => [row.effect_key, row])).values()];
  // Nearly always none is stored yet.
  if (!(await insertContributions(deps, unique))) await insertMissing(deps, unique);
  await removeOrphans(deps, rows);
}

/** Stores those of the events that an earlier delivery of their bus events has not stored. */
async function insertMissing(deps: ContributionEventsDeps, rows: readonly NewContribution[]): Promise<void> {
  const keys = rows.map(({ effect_key: key }) => key);
  const existing = new Set(await deps.contributionEvents.distinct('effect_key', { effect_key: { $in: keys } }));
  // Another worker may handle the same bus events.
  await insertContributions(
    deps,
    rows.filter(({ effect_key: key }) => !existing.has(key)),
  );
}

/** Inserts events; false if some were stored before. */
async function insertContributions(
  { contributionEvents: model, sequences }: ContributionEventsDeps,
  rows: readonly NewContribution[],
): Promise<boolean> {
  if (rows.length === 0) return true;
  const ids = await Promise.all(rows.map(() => sequences.nextId(model.collection.name)));
  const documents = rows.map((row, index) => ({ _id: ids[index], ...row }));
  try {
    await retryWriteConflicts(() => model.insertMany(documents, { ordered: false }));
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Removes the events on an item or snippet, including those on its notes. */
export async function removeContributionsOn(
  { contributionEvents }: ContributionEventsDeps,
  type: NonNullable<ContributionSubject['subject_type']>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await contributionEvents.deleteMany({ subject_type: type, subject_id: { $in: [...ids] } });
}

/** Removes the events on notes. */
export async function removeContributionsOfNotes(
  { contributionEvents }: ContributionEventsDeps,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0)
    await contributionEvents.deleteMany({ target_type: { $in: [...noteTypes] }, target_id: { $in: [...ids] } });
}

/**
 * Copies the confidentiality of issues to their events; new events are not confidential yet. Issues
 * that no longer exist lose their events.
 */
export async function syncIssues(deps: ContributionEventsDeps, ids: readonly number[], areNew = false): Promise<void> {
  if (ids.length === 0) return;
  const issues = await deps.items.issues.model
    .find({ _id: { $in: [...ids] } }, { confidential: 1 })
    .lean<{ _id: number; confidential: boolean }[]>();
  const hidden = issues.filter(({ confidential }) => confidential).map(({ _id: id }) => id);
  const { contributionEvents: model } = deps;
  const on = (issueIds: number[]) => ({ subject_type: 'Issue' as const, subject_id: { $in: issueIds } });
  if (hidden.length > 0)
    await model.updateMany({ ...on(hidden), confidential: { $ne: true } }, { $set: { confidential: true } });
  const open = areNew ? [] : issues.filter(({ confidential }) => !confidential).map(({ _id: id }) => id);
  if (open.length > 0) await model.updateMany({ ...on(open), confidential: true }, { $unset: { confidential: 1 } });
  const found = issues.map(({ _id: id }) => id);
  await removeContributionsOn(deps, 'Issue', without(ids, found));
}

async function removeOrphans(deps: ContributionEventsDeps, rows: readonly NewContribution[]): Promise<void> {
  const { contributionEvents: model } = deps;
  const [requestIds, noteIds] = [subjectsOf(rows, 'MergeRequest'), notesOf(rows)];
  const [deleted, requests, notes] = await Promise.all([
    deletedOwnersOf(deps, rows),
    requestIds.length === 0 ? [] : deps.items.mergeRequests.model.distinct('_id', { _id: { $in: requestIds } }),
    noteIds.length === 0 ? [] : deps.notes.model.distinct('_id', { _id: { $in: noteIds } }),
    syncIssues(deps, subjectsOf(rows, 'Issue'), true),
    syncSnippets(deps, subjectsOf(rows, 'Snippet')),
  ]);
  await removeContributionsOn(deps, 'MergeRequest', without(requestIds, requests));
  await removeContributionsOfNotes(deps, without(noteIds, notes));
  if (deleted.projects.length > 0) await model.deleteMany({ project_id: { $in: deleted.projects } });
  // Other events of a deleted user stay until they are reassigned to the ghost user.
  const keys = rows.filter((row) => deleted.users.includes(row.author_id)).map(({ effect_key: key }) => key);
  if (keys.length > 0) await model.deleteMany({ effect_key: { $in: keys }, author_id: { $in: deleted.users } });
}

/**
 * The deleted projects and authors of events. This service records deletions that it handles. Older
 * events may belong to what was deleted before that was recorded: their owners are asked.
 */
async function deletedOwnersOf(
  deps: ContributionEventsDeps,
  rows: readonly NewContribution[],
): Promise<{ projects: number[]; users: number[] }> {
  const ids = { projects: idsOf(rows, 'project_id'), users: idsOf(rows, 'author_id') };
  const oldest = Math.min(...rows.map(({ created_at }) => created_at.getTime()));
  if (oldest > Date.now() - MAX_RECENT_MS) return findDeletedOwners(deps.deletedOwners, ids);
  const [{ projects }, { users }] = await Promise.all([
    deps.clients.directory.listProjectProfiles({ ids: ids.projects }),
    deps.clients.users.listUserProfiles({ ids: ids.users }),
  ]);
  return { projects: without(ids.projects, projects.map(idOf)), users: without(ids.users, users.map(idOf)) };
}

function idsOf(rows: readonly NewContribution[], field: 'project_id' | 'author_id'): number[] {
  return [...new Set(rows.map((row) => row[field]))];
}

function subjectsOf(rows: readonly NewContribution[], type: ContributionSubject['subject_type']): number[] {
  return [...new Set(rows.flatMap((row) => (row.subject_type === type ? (row.subject_id ?? []) : [])))];
}

function notesOf(rows: readonly NewContribution[]): number[] {
  return rows.flatMap(({ target_type, target_id }) =>
    NOTE_TARGETS.includes(target_type ?? '') ? (target_id ?? []) : [],
  );
}

function idOf({ id }: { id: number }): number {
  return id;
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const existing = new Set(others);
  return ids.filter((id) => !existing.has(id));
}
