/**
 * Finds the labels and milestones that archive entries contain, by title. Those that do not exist
 * become own ones of the imported project or group.
 */
import type { UntrustedRecord } from '@forgemesh/data';
import { MAX_LABELS } from '#planning/labels';
import { restoreLabel } from './label.row';
import { restoreMilestone } from './milestone.row';
import type { ProjectImport } from './project-import';

const MAX_TITLE = 255;

/** Labels and milestones by title, for the items that refer to them. */
export interface ImportedTitles {
  labelsOf(row: UntrustedRecord): number[];
  milestoneOf(row: UntrustedRecord): number | null;
}

/** Finds the labels and milestones of items. */
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
    labelsOf: (row) => [...new Set(labelsIn(row).flatMap((label) => labels.get(titleOf(label)) ?? []))],
    milestoneOf(row) {
      const milestone = row.row('milestone');
      return (milestone && milestones.get(titleOf(milestone))) ?? null;
    },
  };
}

/** The title of a label or milestone. */
export function titleOf(row: UntrustedRecord): string {
  return row.text('title', MAX_TITLE).trim();
}

/** The labels of an item; those above the maximum are left out. */
export function labelsIn(row: UntrustedRecord): UntrustedRecord[] {
  return row
    .rows('label_links')
    .slice(0, MAX_LABELS)
    .flatMap((link) => link.row('label') ?? []);
}

/** Ids of labels by title. */
export async function labelsByTitle(
  rows: readonly UntrustedRecord[],
  importer: ProjectImport,
): Promise<Map<string, number>> {
  const {
    planning: { labels },
  } = importer.deps;
  const requested = new Map(rows.map((row) => [titleOf(row), row]));
  const filter = { ...importer.titleScope, title: { $in: [...requested.keys()] } };
  const found = await labels.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...requested].filter(([title]) => !ids.has(title));
  const added = await labels.insertMany(
    missing.map(([title, row]) => ({ operation_id: `${importer.key}/label/${title}`, ...restoreLabel(row, importer) })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}

/** Ids of milestones by title. */
export async function milestonesByTitle(
  rows: readonly UntrustedRecord[],
  importer: ProjectImport,
): Promise<Map<string, number>> {
  const {
    planning: { milestones },
  } = importer.deps;
  const requested = new Map(rows.map((row) => [titleOf(row), row]));
  const filter = { ...importer.titleScope, title: { $in: [...requested.keys()] } };
  const found = await milestones.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...requested].filter(([title]) => !ids.has(title));
  if (missing.length === 0) return ids;
  const first = await importer.deps.sequences.next(importer.milestoneSequence, missing.length);
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
