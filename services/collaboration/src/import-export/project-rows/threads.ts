/** Loads the notes, reactions, labels and milestones that are exported with items, in batches. */
import type { AwardableType, AwardEmojiDocument } from '#discussion/award-emoji';
import type { ItemDocument, NoteableType, ProjectItemDocument } from '#items/model';
import type { LabelDocument } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { findOutdatedThreads, type NoteDocument } from '#discussion/notes';
import { awardRow, noteRow } from './note.row';
import type { ProjectRowsDeps } from './deps';

/** The notes and reactions of targets. */
export interface Threads {
  /** Archive entries of the notes on a target. */
  notesOn(id: number): object[];
  /** Archive entries of the reactions to a target. */
  awardsOf(id: number): object[];
  /** Display name of a user. */
  nameOf(userId: number): string | undefined;
}

/** All related data that the archive entries of items contain. */
export interface RelatedData extends Threads {
  label(id: number): LabelDocument | undefined;
  milestone(id: number | null): MilestoneDocument | undefined;
}

/**
 * Reads the notes on targets and all reactions. `authors` are further users whose names are needed.
 */
export async function threadsOn(
  deps: ProjectRowsDeps,
  type: Exclude<NoteableType, 'Commit'>,
  ids: number[],
  authors: number[] = [],
): Promise<Threads> {
  const notes = (await deps.notes.model
    .find({ noteable_type: type, noteable_id: { $in: ids } })
    .sort({ _id: 1 })
    .lean()) as NoteDocument[];
  const visible = await withoutHidden(deps, notes);
  const [own, ofNotes] = [await awardsTo(deps, type, ids), await threadsOf(deps, visible, authors)];
  const byTarget = grouped(visible, ({ noteable_id: id }) => id);
  return {
    notesOn: (id) => (byTarget.get(id) ?? []).map((note) => ofNotes.row(note)),
    awardsOf: (id) => (own.get(id) ?? []).map(awardRow),
    nameOf: ofNotes.nameOf,
  };
}

/** The archive entries of notes, with the names of their authors and their reactions. */
export async function threadsOf(deps: ProjectRowsDeps, notes: readonly NoteDocument[], authors: number[] = []) {
  const awards = await awardsTo(
    deps,
    'Note',
    notes.map(({ _id: id }) => id),
  );
  const outdated = await findOutdatedThreads(
    deps.notes,
    notes.filter(({ suggestions }) => suggestions !== undefined),
  );
  const users = await deps.display.users.find([...authors, ...notes.map(({ author_id: id }) => id)]);
  const nameOf = (id: number): string | undefined => users.get(id)?.name;
  const row = (note: NoteDocument): object =>
    noteRow(note, {
      authorName: nameOf(note.author_id),
      awards: awards.get(note._id) ?? [],
      isOutdated: outdated.has(note.discussion_id),
    });
  return { nameOf, row };
}

/** Reads all related data that the archive entries of items contain. */
export async function loadRelatedData(
  deps: ProjectRowsDeps,
  type: 'Issue' | 'MergeRequest' | 'Epic',
  items: readonly (ItemDocument & Partial<Pick<ProjectItemDocument, 'milestone_id'>>)[],
): Promise<RelatedData> {
  const milestoneIds = items.flatMap(({ milestone_id: id }) => id ?? []);
  const [labels, milestones] = await Promise.all([
    deps.planning.labels.model
      .find({ _id: { $in: items.flatMap(({ label_ids: ids }) => ids) } })
      .lean<LabelDocument[]>(),
    deps.planning.milestones.model.find({ _id: { $in: milestoneIds } }).lean<MilestoneDocument[]>(),
  ]);
  const [labelById, milestoneById] = [byId(labels), byId(milestones)];
  const ids = items.map(({ _id: id }) => id);
  const authors = items.map(({ author_id: id }) => id);
  return {
    ...(await threadsOn(deps, type, ids, authors)),
    label: (id) => labelById.get(id),
    milestone: (id) => (id === null ? undefined : milestoneById.get(id)),
  };
}

/**
 * Leaves out system notes whose mentioner readers of the archive may not be allowed to see: objects
 * of other projects, and confidential issues. An imported note no longer has its mentioner and
 * could not hide it.
 */
async function withoutHidden(
  { items: { issues } }: ProjectRowsDeps,
  notes: readonly NoteDocument[],
): Promise<NoteDocument[]> {
  const mentioning = notes.flatMap(({ mentioner }) => (mentioner?.type === 'Issue' ? mentioner.id : []));
  const confidential =
    mentioning.length === 0 ? [] : await issues.model.distinct('_id', { _id: { $in: mentioning }, confidential: true });
  const hidden = new Set<number>(confidential);
  return notes.filter(
    ({ mentioner, project_id, group_id }) =>
      !mentioner ||
      (mentioner.project_id === project_id &&
        mentioner.group_id === group_id &&
        !(mentioner.type === 'Issue' && hidden.has(mentioner.id))),
  );
}

async function awardsTo(
  { awardEmoji }: ProjectRowsDeps,
  awardable_type: AwardableType,
  ids: number[],
): Promise<Map<number, AwardEmojiDocument[]>> {
  if (ids.length === 0) return new Map();
  const awards = (await awardEmoji.model
    .find({ awardable_type, awardable_id: { $in: ids } })
    .sort({ _id: 1 })
    .lean()) as AwardEmojiDocument[];
  return grouped(awards, ({ awardable_id: id }) => id);
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function byId<T extends { _id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row._id, row]));
}
