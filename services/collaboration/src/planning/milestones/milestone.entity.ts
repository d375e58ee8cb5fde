/** Presents milestones in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import type { MilestoneDocument } from './milestone.model';
import type { AccessDeps } from '#access';
import type { MilestonesDeps } from './deps';

const DAY_LENGTH = 10;

/** Presents milestones with one lookup each for their projects and groups. */
export async function presentMilestones(
  { display }: Pick<AccessDeps, 'display'>,
  milestones: readonly MilestoneDocument[],
): Promise<ResponseOf<Milestone>[]> {
  const [projects, groups] = await Promise.all([
    display.projects.find(milestones.flatMap(({ project_id: id }) => id ?? [])),
    display.groups.find(milestones.flatMap(({ group_id: id }) => id ?? [])),
  ]);
  return milestones.map((milestone) => {
    const owner =
      milestone.project_id === null ? groups.get(milestone.group_id ?? 0) : projects.get(milestone.project_id);
    return presentOne(milestone, owner?.web_url ?? '');
  });
}

/** A milestone in its events. */
export async function presentMilestoneEvent(
  deps: MilestonesDeps,
  milestone: MilestoneDocument,
): Promise<EventEntity<'collaboration.milestone.updated'>> {
  const [shown] = await presentMilestones(deps, [milestone]);
  if (!shown) throw new Error('milestone was not presented');
  return shown;
}

function presentOne(milestone: MilestoneDocument, ownerUrl: string): ResponseOf<Milestone> {
  const { _id: id, iid, project_id, group_id, title, description, state, due_date, start_date } = milestone;
  return {
    id,
    iid,
    project_id: project_id ?? undefined,
    group_id: project_id === null ? group_id : undefined,
    title,
    description,
    state,
    created_at: milestone.created_at.toISOString(),
    updated_at: milestone.updated_at.toISOString(),
    closed_at: milestone.closed_at?.toISOString() ?? null,
    due_date,
    start_date,
    expired: due_date !== null && due_date < new Date().toISOString().slice(0, DAY_LENGTH),
    web_url: `${ownerUrl}/-/milestones/${iid}`,
  };
}
