/** The archive fields that issues and merge requests have in common. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { MAX_LABELS } from '../../items/shared/item-labels';
import { newItemFields, type ProjectItemDocument } from '../../items/shared/item.model';
import { labelRow, restoreLabel } from './label.row';
import { milestoneRow, restoreMilestone } from './milestone.row';
import { countAwards, countNotes } from './note.row';
import type { ProjectImport } from './project-import';
import type { RelatedData } from './threads';

const MAX_TITLE = 255;

/** The common fields of an archive entry. */
export function itemRow(item: ProjectItemDocument, related: RelatedData) {
  const { _id: id, iid, title, description, author_id, project_id, discussion_locked, time_estimate } = item;
  const milestone = related.milestone(item.milestone_id);
  const spent = item.total_time_spent;
  return {
    ...{ id, iid, title, description, author_id, author: { name: related.nameOf(author_id) ?? null } },
    ...{ closed_at: item.closed_at, closed_by_id: item.closed_by_id, discussion_locked, time_estimate },
    ...{ created_at: item.created_at, updated_at: item.updated_at },
    milestone: milestone ? milestoneRow(milestone) : null,
    label_links: item.label_ids.flatMap((label_id) => {
      const label = related.label(label_id);
      return label ? [{ label: labelRow(label, project_id) }] : [];
    }),
    timelogs: spent === 0 ? [] : [{ time_spent: spent, user_id: author_id, created_at: item.updated_at }],
    notes: related.notesOn(id),
    award_emoji: related.awardsOf(id),
  };
}

/** The common fields of an item. */
export function restoreItem(
  row: UntrustedRecord,
  { importer, titles }: { importer: ProjectImport; titles: ImportedTitles },
) {
  const title = row.text('title', MAX_TITLE).trim();
  const written = row.optionalText('description');
  const description = importer.withAuthorCredit(written ?? '', row) || written;
  const spent = row.rows('timelogs').reduce((sum, log) => sum + (log.optionalNumber('time_spent') ?? 0), 0);
  return {
    ...newItemFields(),
    ...{
      iid: row.positive('iid'),
      project_id: importer.projectId,
      title,
      description,
      ...searchFields(title, description),
    },
    author_id: importer.userOf(row.optionalNumber('author_id')),
    label_ids: titles.labelsOf(row),
    milestone_id: titles.milestoneOf(row),
    user_notes_count: countNotes(row),
    ...{ upvotes: countAwards(row, 'thumbsup', importer), downvotes: countAwards(row, 'thumbsdown', importer) },
    ...{
      closed_at: row.optionalDate('closed_at'),
      closed_by_id: importer.mappedUser(row.optionalNumber('closed_by_id')),
    },
    discussion_locked: row.optionalFlag('discussion_locked'),
    ...{ time_estimate: row.count('time_estimate'), total_time_spent: Math.max(spent, 0) },
    ...{ created_at: row.date('created_at'), updated_at: row.date('updated_at') },
  };
}

/** The users of a list of entries `{user_id}` that are mapped to users of this instance. */
export function restoreUsers(row: UntrustedRecord, name: string, importer: ProjectImport): number[] {
  const mapped = row.rows(name).flatMap((entry) => importer.mappedUser(entry.optionalNumber('user_id')) ?? []);
  return [...new Set(mapped)];
}

/** Labels and milestones by title, for the items that refer to them. */
export interface ImportedTitles {
  labelsOf(row: UntrustedRecord): number[];
  milestoneOf(row: UntrustedRecord): number | null;
}

/**
 * Finds the labels and milestones that archive entries refer to. Group labels and milestones that
 * do not exist here become the project's own.
 */
export async function loadTitles(rows: readonly UntrustedRecord[], importer: ProjectImport): Promise<ImportedTitles> {
  const labels = await labelsByTitle(
    rows.flatMap((row) => labelsIn(row)),
    importer,
  );
  const milestones = await milestonesByTitle(
    rows.flatMap((row) => row.row('milestone') ?? []),
    importer,
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

/** The labels of an item; those above the maximum are left out. */
export function labelsIn(row: UntrustedRecord): UntrustedRecord[] {
  return row
    .rows('label_links')
    .slice(0, MAX_LABELS)
    .flatMap((link) => link.row('label') ?? []);
}

async function labelsByTitle(rows: UntrustedRecord[], importer: ProjectImport): Promise<Map<string, number>> {
  const { labels } = importer.deps;
  const requested = new Map(rows.map((row) => [row.text('title', 255).trim(), row]));
  const filter = { project_id: importer.projectId, title: { $in: [...requested.keys()] } };
  const found = await labels.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...requested].filter(([title]) => !ids.has(title));
  const added = await labels.insertMany(
    missing.map(([title, row]) => ({ operation_id: `${importer.key}/label/${title}`, ...restoreLabel(row, importer) })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}

async function milestonesByTitle(rows: UntrustedRecord[], importer: ProjectImport): Promise<Map<string, number>> {
  const { milestones } = importer.deps;
  const requested = new Map(rows.map((row) => [row.text('title', 255), row]));
  const filter = { project_id: importer.projectId, title: { $in: [...requested.keys()] } };
  const found = await milestones.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...requested].filter(([title]) => !ids.has(title));
  if (missing.length === 0) return ids;
  const first = await importer.deps.sequences.next(`milestones/${importer.projectId}`, missing.length);
  const added = await milestones.insertMany(
    missing.map(([title, row], at) => ({
      operation_id: `${importer.key}/milestone/${title}`,
      iid: first + at,
      ...restoreMilestone(row, importer),
    })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}
