/** Reads and finds labels. */
import { containsTerms, searchTermsOf } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import { labelsInScope, type LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';
import type { LabelsDeps } from './deps';

const allDigits = /^\d{1,15}$/;
const compare = new Intl.Collator('en').compare;

/** Condition on labels. */
export type LabelFilter = QueryFilter<LabelDocument>;

/**
 * All labels that match a filter, by title. They are few enough to be loaded together and are
 * sorted here, because not every database engine sorts by locale.
 */
export async function readLabels(
  deps: LabelsDeps,
  filter: LabelFilter,
  search?: string,
): Promise<readonly LabelDocument[]> {
  const labels = await deps.queries.labelLists.get(JSON.stringify(filter), async () => {
    const found = await deps.planning.labels.model.find(filter, { outbox: 0 }).lean<LabelDocument[]>();
    return found.sort((one, other) => compare(one.title, other.title) || one._id - other._id);
  });
  const terms = searchTermsOf(search);
  return terms.length === 0
    ? labels
    : labels.filter(({ title, description }) => containsTerms([title, description], terms));
}

/** A label of a scope by id or title. A title of digits is found if no label has that id. */
export async function findLabel(
  deps: LabelsDeps,
  scope: LabelScope,
  idOrTitle: string,
): Promise<LabelDocument | undefined> {
  return findLabelAmong(deps, labelsInScope(scope), idOrTitle);
}

/** A label among those that match a filter, by id or title. */
export async function findLabelAmong(
  deps: LabelsDeps,
  filter: LabelFilter,
  idOrTitle: string,
): Promise<LabelDocument | undefined> {
  const ids = allDigits.test(idOrTitle) ? [{ _id: Number(idOrTitle) }] : [];
  const found = await deps.planning.labels.model
    .find({ $and: [filter, { $or: [...ids, { title: idOrTitle }] }] })
    .lean<LabelDocument[]>();
  // A project's own label takes precedence over a group's label with the same title.
  const byTitle = found.find(({ project_id: id }) => id !== null && id !== undefined) ?? found[0];
  return found.find(({ _id: id }) => String(id) === idOrTitle) ?? byTitle;
}
