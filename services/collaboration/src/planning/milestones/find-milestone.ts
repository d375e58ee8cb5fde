/** Finds the milestone named by a call. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import { type LabelScope, labelsInScope, ownScope } from '#planning/labels';
import type { Condition } from '#queries';
import { presentMilestones } from './milestone.entity';
import type { MilestoneDocument } from './milestone.model';
import type { MilestonesDeps } from './deps';

/** A milestone of the project or group itself by id. Throws NotFoundError if there is none. */
export async function findMilestone(
  deps: Pick<MilestonesDeps, 'planning'>,
  scope: LabelScope,
  id: number,
): Promise<MilestoneDocument> {
  const milestone = await deps.planning.milestones.model
    .findOne({ $and: [{ _id: id }, labelsInScope(ownScope(scope)) as Condition] })
    .lean<MilestoneDocument>();
  if (!milestone) throw new NotFoundError();
  return milestone;
}

/** Presents one milestone. */
export async function presentMilestone(
  deps: MilestonesDeps,
  milestone: MilestoneDocument,
): Promise<ResponseOf<Milestone>> {
  return (await presentMilestones(deps, [milestone]))[0] as ResponseOf<Milestone>;
}
