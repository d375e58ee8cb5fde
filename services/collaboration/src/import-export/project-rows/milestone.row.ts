/** Exports milestones to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import { type MilestoneDocument, milestoneSearch } from '#planning/milestones';
import type { ProjectImport } from './project-import';

/** A milestone as an archive entry. */
export function milestoneRow(milestone: MilestoneDocument): object {
  const { _id: id, iid, title, description, state, start_date, due_date, closed_at } = milestone;
  const { created_at, updated_at } = milestone;
  return { id, iid, title, description, state, start_date, due_date, closed_at, created_at, updated_at };
}

/** The fields of a milestone in a project or group. */
export function restoreMilestone(row: UntrustedRecord, { owner }: ProjectImport) {
  const title = row.text('title', 255).trim();
  const description = row.optionalText('description');
  const state = row.word('state', ['active', 'closed']);
  return {
    ...owner,
    title,
    description,
    state,
    ...milestoneSearch(title, description),
    start_date: row.optionalDay('start_date'),
    due_date: row.optionalDay('due_date'),
    closed_at: state === 'closed' ? (row.optionalDate('closed_at') ?? row.date('updated_at')) : null,
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  };
}

/** Stores milestones with their original numbers. */
export async function importMilestones(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const numbered = rows.map((row, at) => ({
    operation_id: importer.keyAt(at),
    iid: row.positive('iid'),
    ...restoreMilestone(row, importer),
  }));
  await importer.deps.planning.milestones.insertMany(numbered);
  await importer.raiseSequence(importer.milestoneSequence, numbered);
}
