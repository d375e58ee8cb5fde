/** The archive fields that issues and merge requests have in common. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { newItemFields, type ProjectItemDocument } from '#items/model';
import { labelRow } from './label.row';
import { milestoneRow } from './milestone.row';
import { countAwards, countNotes } from './note.row';
import type { ProjectImport } from './project-import';
import type { RelatedData } from './threads';
import type { ImportedTitles } from './titles';

const MAX_TITLE = 255;

/** The common fields of an archive entry. */
export function itemRow(item: ProjectItemDocument, related: RelatedData) {
  const { _id: id, iid, title, description, author_id, project_id, discussion_locked, time_estimate } = item;
  const milestone = related.milestone(item.milestone_id);
  const spent = item.total_time_spent;
  return {
    id,
    iid,
    title,
    description,
    author_id,
    author: { name: related.nameOf(author_id) ?? null },
    closed_at: item.closed_at,
    closed_by_id: item.closed_by_id,
    discussion_locked,
    time_estimate,
    created_at: item.created_at,
    updated_at: item.updated_at,
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
    iid: row.positive('iid'),
    project_id: importer.projectId,
    title,
    description,
    ...searchFields(title, description),
    author_id: importer.userOf(row.optionalNumber('author_id')),
    label_ids: titles.labelsOf(row),
    milestone_id: titles.milestoneOf(row),
    user_notes_count: countNotes(row),
    upvotes: countAwards(row, 'thumbsup', importer),
    downvotes: countAwards(row, 'thumbsdown', importer),
    closed_at: row.optionalDate('closed_at'),
    closed_by_id: importer.mappedUser(row.optionalNumber('closed_by_id')),
    discussion_locked: row.optionalFlag('discussion_locked'),
    time_estimate: row.count('time_estimate'),
    total_time_spent: Math.max(spent, 0),
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  };
}

/** The users of a list of entries `{user_id}` that are mapped to users of this instance. */
export function restoreUsers(row: UntrustedRecord, name: string, importer: ProjectImport): number[] {
  const mapped = row.rows(name).flatMap((entry) => importer.mappedUser(entry.optionalNumber('user_id')) ?? []);
  return [...new Set(mapped)];
}
