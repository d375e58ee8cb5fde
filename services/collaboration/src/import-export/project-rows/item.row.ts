/** The archive fields that issues and merge requests have in common. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { newItemFields, type ProjectItemDocument } from '../../items/shared/item.model';
import { labelRow, restoreLabel } from './label.row';
import { milestoneRow, restoreMilestone } from './milestone.row';
import { countAwards, countNotes } from './note.row';
import type { ProjectImport } from './project-import';
import type { Belongings } from './threads';

const MAX_TITLE = 255;

/** The common fields of an archive entry. */
export function itemRow(item: ProjectItemDocument, belongings: Belongings) {
  const { _id: id, iid, title, description, author_id, project_id, discussion_locked, time_estimate } = item;
  const milestone = belongings.milestone(item.milestone_id);
  const spent = item.total_time_spent;
  return {
    ...{ id, iid, title, description, author_id, author: { name: belongings.nameOf(author_id) ?? null } },
    ...{ closed_at: item.closed_at, closed_by_id: item.closed_by_id, discussion_locked, time_estimate },
    ...{ created_at: item.created_at, updated_at: item.updated_at },
    milestone: milestone ? milestoneRow(milestone) : null,
    label_links: item.label_ids.flatMap((label_id) => {
      const label = belongings.label(label_id);
      return label ? [{ label: labelRow(label, project_id) }] : [];
    }),
    timelogs: spent === 0 ? [] : [{ time_spent: spent, user_id: author_id, created_at: item.updated_at }],
    notes: belongings.notesOn(id),
    award_emoji: belongings.awardsOf(id),
  };
}

/** The common fields of an item. */
export function restoreItem(row: UntrustedRecord, { of, places }: { of: ProjectImport; places: Places }) {
  const title = row.text('title', MAX_TITLE).trim();
  const written = row.optionalText('description');
  const description = of.credited(written ?? '', row) || written;
  const spent = row.rows('timelogs').reduce((sum, log) => sum + (log.optionalNumber('time_spent') ?? 0), 0);
  return {
    ...newItemFields(),
    ...{ iid: row.positive('iid'), project_id: of.projectId, title, description, ...searchFields(title, description) },
    author_id: of.userOf(row.optionalNumber('author_id')),
    label_ids: places.labelsOf(row),
    milestone_id: places.milestoneOf(row),
    user_notes_count: countNotes(row),
    ...{ upvotes: countAwards(row, 'thumbsup', of), downvotes: countAwards(row, 'thumbsdown', of) },
    ...{ closed_at: row.optionalDate('closed_at'), closed_by_id: of.knownUser(row.optionalNumber('closed_by_id')) },
    discussion_locked: row.optionalFlag('discussion_locked'),
    ...{ time_estimate: row.count('time_estimate'), total_time_spent: Math.max(spent, 0) },
    ...{ created_at: row.date('created_at'), updated_at: row.date('updated_at') },
  };
}

/** The users of a list of entries `{user_id}` that are mapped to users of this instance. */
export function restoreUsers(row: UntrustedRecord, name: string, of: ProjectImport): number[] {
  const known = row.rows(name).flatMap((entry) => of.knownUser(entry.optionalNumber('user_id')) ?? []);
  return [...new Set(known)];
}

/** Labels and milestones by title, for the items that refer to them. */
export interface Places {
  labelsOf(row: UntrustedRecord): number[];
  milestoneOf(row: UntrustedRecord): number | null;
}

/**
 * Finds the labels and milestones that archive entries refer to. Group labels and milestones that
 * do not exist here become the project's own.
 */
export async function placesOf(rows: readonly UntrustedRecord[], of: ProjectImport): Promise<Places> {
  const labels = await labelsByTitle(
    rows.flatMap((row) => labelsIn(row)),
    of,
  );
  const milestones = await milestonesByTitle(
    rows.flatMap((row) => row.row('milestone') ?? []),
    of,
  );
  return {
    labelsOf: (row) => [
      ...new Set(labelsIn(row).flatMap((label) => labels.get(label.text('title', 255).trim()) ?? [])),
    ],
    milestoneOf(row) {
      const milestone = row.row('milestone');
      return (milestone && milestones.get(milestone.text('title', 255))) ?? null;
    },
  };
}

function labelsIn(row: UntrustedRecord): UntrustedRecord[] {
  return row.rows('label_links').flatMap((link) => link.row('label') ?? []);
}

async function labelsByTitle(rows: UntrustedRecord[], of: ProjectImport): Promise<Map<string, number>> {
  const { labels } = of.deps;
  const wanted = new Map(rows.map((row) => [row.text('title', 255).trim(), row]));
  const filter = { project_id: of.projectId, title: { $in: [...wanted.keys()] } };
  const found = await labels.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...wanted].filter(([title]) => !ids.has(title));
  const added = await labels.insertMany(
    missing.map(([title, row]) => ({ operation_id: `${of.key}/label/${title}`, ...restoreLabel(row, of) })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}

async function milestonesByTitle(rows: UntrustedRecord[], of: ProjectImport): Promise<Map<string, number>> {
  const { milestones } = of.deps;
  const wanted = new Map(rows.map((row) => [row.text('title', 255), row]));
  const filter = { project_id: of.projectId, title: { $in: [...wanted.keys()] } };
  const found = await milestones.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...wanted].filter(([title]) => !ids.has(title));
  if (missing.length === 0) return ids;
  const first = await of.deps.sequences.next(`milestones/${of.projectId}`, missing.length);
  const added = await milestones.insertMany(
    missing.map(([title, row], at) => ({
      operation_id: `${of.key}/milestone/${title}`,
      iid: first + at,
      ...restoreMilestone(row, of),
    })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}
