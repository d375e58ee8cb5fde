/** Resolves labels, milestone and assignees in requests; missing or invalid ones are ignored. */
import { canReadFeature } from '@forgemesh/access';
import { ForgeError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { QueryFilter } from 'mongoose';
import { type LabelScope, labelsInScope } from '../../planning/labels/label-scope';
import type { LabelDocument } from '../../planning/labels/label.model';
import { makeLabel } from '../../planning/labels/new-label';
import type { MilestoneDocument } from '../../planning/milestones/milestone.model';
import type { CollaborationCall } from '../../operation';
import type { Collaboration } from '../../deps';

/** Color of labels that are created because an item names them. */
const DEFAULT_COLOR = '#428BCA';

/**
 * Ids of labels by title. Missing labels are created if `creator` may manage labels, otherwise
 * ignored.
 */
export async function labelIdsOf(
  deps: Collaboration,
  scope: LabelScope,
  titles: readonly string[],
  creator: number | null,
): Promise<number[]> {
  const requested = [...new Set(titles.map((title) => title.trim()).filter(Boolean))];
  if (requested.length === 0) return [];
  const lower = requested.map((title) => title.toLowerCase());
  const existing = [
    ...(await readNamed(deps, { $and: [labelsInScope(scope), { title_lower: { $in: lower } }] })).values(),
  ];
  const ids: number[] = [];
  for (const title of requested) {
    // An exact match takes precedence over one that differs in case, and a project's label over a
    // group's.
    const found =
      existing.find((label) => label.title === title) ??
      existing.find((label) => label.title_lower === title.toLowerCase());
    if (found) ids.push(found._id);
    else if (creator !== null) ids.push(await createMissing(deps, scope, title, creator));
  }
  return [...new Set(ids)];
}

/** Reads labels from the database and puts them into the cache for the response. */
function readNamed(deps: Collaboration, filter: QueryFilter<LabelDocument>) {
  return deps.queries.labels.prime(async () => {
    const labels = await deps.labels.model.find(filter).lean<LabelDocument[]>();
    return new Map(labels.map((label) => [label._id, label]));
  });
}

async function createMissing(deps: Collaboration, scope: LabelScope, title: string, actor: number): Promise<number> {
  try {
    const label = await makeLabel(deps, {
      scope,
      title,
      color: DEFAULT_COLOR,
      description: null,
      priority: null,
      actor,
    });
    return label._id;
  } catch (error) {
    // Another call created the label concurrently.
    const first =
      error instanceof ForgeError && error.reason === 'conflict'
        ? await deps.labels.model
            .findOne({ $and: [labelsInScope(scope), { title }] } as QueryFilter<LabelDocument>)
            .lean()
        : null;
    if (!first) throw error;
    return first._id;
  }
}

/** The milestone by id if it belongs to the project or group; null for any other and for `0`. */
export async function milestoneIdOf(
  deps: Collaboration,
  { project_id: projectId, group_ids: groupIds }: LabelScope,
  id: number | null,
): Promise<number | null> {
  if (!id) return null;
  const milestone = await deps.milestones.find(id);
  return milestone && belongsTo(milestone, projectId, groupIds) ? milestone._id : null;
}

function belongsTo(milestone: MilestoneDocument, projectId: number | null, groupIds: readonly number[]): boolean {
  if (milestone.project_id !== null) return milestone.project_id === projectId;
  return milestone.group_id !== null && groupIds.includes(milestone.group_id);
}

/** Features whose items can be assigned. */
export type AssignableFeature = 'issues' | 'merge_requests';

/**
 * Ids of the users who may read a project's items; `[0]` unassigns all. Undefined if none of the
 * users may: then the assignees stay unchanged. Without a license, only the first one is assigned.
 */
export async function assigneeIdsOf(
  deps: Collaboration,
  projectId: number,
  ids: readonly number[],
  { feature, tier }: { feature: AssignableFeature; tier: number },
): Promise<number[] | undefined> {
  const requested = [...new Set(ids.filter((id) => id > 0))];
  if (requested.length === 0) return [];
  const readers = await filterReaders(deps, projectId, requested, feature);
  if (readers.length === 0) return undefined;
  return tier >= 1 ? readers : readers.slice(0, 1);
}

/** The users who may read a feature of a project, in the same order. */
export async function filterReaders(
  { clients, display }: Collaboration,
  projectId: number,
  userIds: readonly number[],
  feature: AssignableFeature,
): Promise<number[]> {
  const users = await display.users.find(userIds);
  const canRead = await Promise.all(
    userIds.map(async (id) => {
      const user = users.get(id);
      if (!user || user.state !== 'active') return false;
      const { resources } = await clients.access.authorize({
        subject: { user_id: id, admin: user.admin, external: user.external },
        references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }],
      });
      const [project] = resources;
      return project?.found === true && canReadFeature(project, feature);
    }),
  );
  return userIds.filter((_id, index) => canRead[index]);
}

/** A function that applies the requested additions and removals of labels to an item's labels. */
export async function relabelling(
  { deps, principal }: CollaborationCall,
  scope: LabelScope,
  {
    add_labels: add,
    remove_labels: remove,
  }: { add_labels?: string[] | undefined; remove_labels?: string[] | undefined },
): Promise<(ids: number[]) => { label_ids?: number[] }> {
  if (!add && !remove) return () => ({});
  const [added, removed] = await Promise.all([
    labelIdsOf(deps, scope, add ?? [], principal.id),
    labelIdsOf(deps, scope, remove ?? [], null),
  ]);
  return (ids) => ({ label_ids: [...new Set([...ids, ...added])].filter((id) => !removed.includes(id)) });
}
