/** Loads labels by id, and presents the labels of an item. */
import { byId } from '#queries';
import { presentLabelDetails } from './label.entity';
import type { LabelDocument } from './label.model';
import type { LabelsDeps } from './deps';

/** Labels by id from the cache, for display. */
export function loadCachedLabels(
  deps: Pick<LabelsDeps, 'planning' | 'queries'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LabelDocument>> {
  return deps.queries.labels.getAll(ids, (missing) => readLabelsById(deps, missing));
}

/** Labels by id from the database. */
export async function readLabelsById(
  deps: Pick<LabelsDeps, 'planning'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LabelDocument>> {
  if (ids.length === 0) return new Map();
  return byId(await deps.planning.labels.model.find({ _id: { $in: [...new Set(ids)] } }).lean<LabelDocument[]>());
}

/** Labels of an item in order of their titles: titles, or details if requested. */
export function presentItemLabels(
  ids: readonly number[],
  labels: ReadonlyMap<number, LabelDocument>,
  { details }: { details: boolean },
): unknown[] {
  const own = ids.flatMap((id) => labels.get(id) ?? []);
  own.sort((one, other) => (one.title < other.title ? -1 : 1));
  return own.map((label) => (details ? presentLabelDetails(label) : label.title));
}
