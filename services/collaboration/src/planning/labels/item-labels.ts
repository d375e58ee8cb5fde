/** Resolves the labels that requests name, and limits the number of labels of an item. */
import type { Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import type { QueryFilter } from 'mongoose';
import { type LabelScope, labelsInScope } from './label-scope';
import type { LabelDocument } from './label.model';
import { makeMissingLabels } from './new-label';
import type { LabelsDeps } from './deps';

/** Maximum number of labels of an item. Items of earlier versions may have more, but get none. */
export const MAX_LABELS = 100;

/** Ids of the existing labels among titles. */
export async function existingLabelIds(
  deps: Pick<LabelsDeps, 'planning' | 'queries'>,
  scope: LabelScope,
  titles: readonly string[],
): Promise<number[]> {
  return (await findLabels(deps, scope, distinct(titles))).found;
}

/** Ids of labels by title. Missing labels are created by `creator`. */
export async function labelIdsOf(
  deps: Pick<LabelsDeps, 'planning' | 'queries'>,
  scope: LabelScope,
  titles: readonly string[],
  creator: number,
): Promise<number[]> {
  const { found, missing } = await findLabels(deps, scope, distinct(titles));
  return [...found, ...(await makeMissingLabels(deps, scope, missing, creator))];
}

/**
 * Ids of the labels that an item with the labels `current` gets by title, in addition to those that
 * it keeps. Missing labels are created. Throws BadRequestError, before any is created, if the item
 * would have too many labels.
 */
export async function itemLabelIds(
  { deps, principal }: Call<Pick<LabelsDeps, 'planning' | 'queries'>>,
  scope: LabelScope,
  titles: readonly string[],
  { current = [], kept = [] }: { current?: readonly number[]; kept?: readonly number[] } = {},
): Promise<number[]> {
  const requested = distinct(titles);
  if (requested.length > Math.max(MAX_LABELS, current.length)) throw tooManyLabels();
  const { found, missing } = await findLabels(deps, scope, requested);
  assertLabelCount([...kept, ...found], current, missing.length);
  return [...found, ...(await makeMissingLabels(deps, scope, missing, principal.id))];
}

/**
 * A function that applies the requested additions and removals to the labels of an item; it throws
 * BadRequestError if the item would have too many labels. `replacement` are the labels of a request
 * that replaces all of them, too.
 */
export async function relabelling(
  call: Call<Pick<LabelsDeps, 'planning' | 'queries'>>,
  scope: LabelScope,
  { add_labels: add = [], remove_labels: remove = [] }: LabelChanges,
  read: readonly number[],
): Promise<(current: readonly number[], replacement?: number[]) => { label_ids?: number[] }> {
  const removed = new Set(await existingLabelIds(call.deps, scope, remove));
  const kept = read.filter((id) => !removed.has(id));
  const added = await itemLabelIds(call, scope, add, { current: read, kept });
  return (current, replacement) => {
    if (replacement === undefined && removed.size + added.length === 0) return {};
    const next = [...new Set([...(replacement ?? current), ...added])].filter((id) => !removed.has(id));
    assertLabelCount(next, current);
    return { label_ids: next };
  };
}

/** Additions and removals by title. */
export interface LabelChanges {
  add_labels?: string[] | undefined;
  remove_labels?: string[] | undefined;
}

/**
 * Throws BadRequestError if an item with the labels `current` would get a label and have too many:
 * `next` and a number of labels that do not exist yet.
 */
function assertLabelCount(next: readonly number[], current: readonly number[], missing = 0): void {
  const ids = new Set(next);
  if (ids.size + missing <= MAX_LABELS) return;
  const earlier = new Set(current);
  if (missing > 0 || next.some((id) => !earlier.has(id))) throw tooManyLabels();
}

function tooManyLabels(): BadRequestError {
  return new BadRequestError(`At most ${MAX_LABELS} labels are allowed`);
}

function distinct(titles: readonly string[]): string[] {
  return [...new Set(titles.map((title) => title.trim()).filter(Boolean))];
}

/** Ids of the labels with distinct titles, and the titles that no label has. */
async function findLabels(
  deps: Pick<LabelsDeps, 'planning' | 'queries'>,
  scope: LabelScope,
  titles: readonly string[],
): Promise<{ found: number[]; missing: string[] }> {
  if (titles.length === 0) return { found: [], missing: [] };
  const lower = titles.map((title) => title.toLowerCase());
  const labels = await readLabels(deps, { $and: [labelsInScope(scope), { title_lower: { $in: lower } }] });
  // An exact match takes precedence over one that differs in case, and a project's label over a
  // group's.
  const inOrder = [...labels.filter(isOfGroup), ...labels.filter((label) => !isOfGroup(label))];
  const byTitle = new Map(inOrder.map(({ title, _id }) => [title, _id]));
  const byLower = new Map(inOrder.map(({ title_lower, _id }) => [title_lower, _id]));
  const found = new Set<number>();
  const missing: string[] = [];
  for (const title of titles) {
    const id = byTitle.get(title) ?? byLower.get(title.toLowerCase());
    if (id === undefined) missing.push(title);
    else found.add(id);
  }
  return { found: [...found], missing };
}

function isOfGroup({ group_id: groupId }: LabelDocument): boolean {
  return groupId !== null;
}

/** Reads labels from the database and puts them into the cache for the response. */
async function readLabels(
  deps: Pick<LabelsDeps, 'planning' | 'queries'>,
  filter: QueryFilter<LabelDocument>,
): Promise<LabelDocument[]> {
  const labels = await deps.queries.labels.prime(async () => {
    const found = await deps.planning.labels.model.find(filter).lean<LabelDocument[]>();
    return new Map(found.map((label) => [label._id, label]));
  });
  return [...labels.values()];
}
