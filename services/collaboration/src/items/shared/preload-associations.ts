/** Preloads the associations of a page of items, with one read or call for each kind. */
import type { ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import { type LabelDocument, loadCachedLabels } from '#planning/labels';
import type { ProjectItemDocument } from '#items/model';
import { readMilestones } from '#planning/milestones';
import type { SharedDeps } from './deps';

/** Associated users, projects, labels and milestones of items. */
export interface Associations {
  users: ReadonlyMap<number, UserProfile>;
  projects: ReadonlyMap<number, ProjectProfile>;
  labels: ReadonlyMap<number, LabelDocument>;
  milestones: ReadonlyMap<number, ResponseOf<Milestone>>;
}

/** Loads the associations of items, and further users. */
export async function preloadAssociations(
  deps: Pick<SharedDeps, 'display' | 'planning' | 'queries'>,
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
