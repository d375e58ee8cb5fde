/** Preloads the associations of a page of items, with one read or call for each kind. */
import type { ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import { presentLabelDetails } from '#planning/labels/label.entity';
import type { LabelDocument } from '#planning/labels/label.model';
import { presentMilestones } from '#planning/milestones/milestone.entity';
import type { MilestoneDocument } from '#planning/milestones/milestone.model';
import type { Collaboration } from '#deps';
import type { ProjectItemDocument } from '../item.model';

/** Associated users, projects, labels and milestones of items. */
export interface Associations {
  users: ReadonlyMap<number, UserProfile>;
  projects: ReadonlyMap<number, ProjectProfile>;
  labels: ReadonlyMap<number, LabelDocument>;
  milestones: ReadonlyMap<number, ResponseOf<Milestone>>;
}

/** Loads the associations of items, and further users. */
export async function preloadAssociations(
  deps: Collaboration,
  items: readonly ProjectItemDocument[],
  userIds: readonly number[],
): Promise<Associations> {
  const [users, projects, labels, milestones] = await Promise.all([
    deps.display.users.find([
      ...items.flatMap((item) => [item.author_id, ...item.assignee_ids, item.closed_by_id ?? []].flat()),
      ...userIds,
    ]),
    deps.display.projects.find(items.map(({ project_id: id }) => id)),
    loadCachedLabels(
      deps,
      items.flatMap(({ label_ids: ids }) => ids),
    ),
    readMilestones(
      deps,
      items.flatMap(({ milestone_id: id }) => id ?? []),
    ),
  ]);
  return { users, projects, labels, milestones };
}

/** Labels by id from the cache, for display. */
export function loadCachedLabels(
  deps: Collaboration,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LabelDocument>> {
  return deps.queries.labels.getAll(ids, (missing) => readLabelsById(deps, missing));
}

/** Labels by id from the database. */
export async function readLabelsById(
  deps: Collaboration,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LabelDocument>> {
  if (ids.length === 0) return new Map();
  return byId(await deps.labels.model.find({ _id: { $in: [...new Set(ids)] } }).lean<LabelDocument[]>());
}

/** Documents by id. */
export function byId<T extends { _id: number }>(documents: readonly T[]): Map<number, T> {
  return new Map(documents.map((document) => [document._id, document]));
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

/** Milestones by id from the cache, for display. */
export async function readMilestones(
  deps: Collaboration,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ResponseOf<Milestone>>> {
  if (ids.length === 0) return new Map();
  const milestones = await deps.queries.milestones.getAll(ids, async (missing) =>
    byId(await deps.milestones.model.find({ _id: { $in: missing } }).lean<MilestoneDocument[]>()),
  );
  const entities = await presentMilestones(deps, [...milestones.values()]);
  return new Map(entities.map((entity) => [entity.id, entity]));
}
