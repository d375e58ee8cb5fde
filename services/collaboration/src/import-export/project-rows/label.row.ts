/** Exports labels to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { LabelDocument } from '#planning/labels';
import type { ProjectImport } from './project-import';

const color = /^#[0-9a-f]{6}$/i;

/** A label as an archive entry, with its priority in a project. */
export function labelRow(label: LabelDocument, projectId: number | null): object {
  const { _id: id, title, color: shade, description, priorities, created_at, updated_at } = label;
  const type = label.group_id === null ? 'ProjectLabel' : 'GroupLabel';
  const own = priorities.filter((one) => one.project_id === projectId);
  return {
    id,
    title,
    color: shade,
    description,
    type,
    created_at,
    updated_at,
    priorities: own.map(({ priority }) => ({ priority })),
  };
}

/** The fields of a label in a project or group. */
export function restoreLabel(row: UntrustedRecord, { owner }: ProjectImport) {
  const title = row.text('title', 255).trim();
  const shade = row.text('color', 7);
  if (!color.test(shade)) throw row.problem('color');
  const [first] = row.rows('priorities');
  return {
    ...owner,
    title,
    title_lower: title.toLowerCase(),
    color: shade,
    description: row.optionalText('description'),
    priorities:
      first && owner.project_id !== null ? [{ project_id: owner.project_id, priority: first.count('priority') }] : [],
    subscriptions: [],
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  };
}

/** Stores labels; existing labels with the same title stay unchanged. */
export async function importLabels(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const fields = rows.map((row, at) => ({ operation_id: importer.keyAt(at), ...restoreLabel(row, importer) }));
  await importer.deps.planning.labels.insertMany(fields);
}
