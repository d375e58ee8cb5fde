/** Changes and removes milestones of projects and groups. */
import type { Call } from '@forgemesh/rpc';
import { changesOf, isDuplicateKey, type NewEvent } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { LabelScope } from '#planning/labels';
import { findMilestone } from './find-milestone';
import { assertFreeTitle, assertMilestone, titleTaken } from './milestone-rules';
import { milestoneSearch, type MilestoneDocument } from './milestone.model';
import type { MilestoneRequest } from './new-milestone';
import type { MilestonesDeps } from './deps';

/** The changes of a request. */
export interface MilestoneChange {
  milestone_id: number;
  title?: string | undefined;
  attributes?: MilestoneRequest | undefined;
  state_event?: string | undefined;
}

/** Changes the milestone named by a request. */
export async function changeMilestone(
  call: Call<MilestonesDeps>,
  scope: LabelScope,
  request: MilestoneChange,
): Promise<MilestoneDocument> {
  const { deps, principal } = call;
  const { _id: id } = await findMilestone(deps, scope, request.milestone_id);
  const title = request.title?.trim();
  if (title) await assertFreeTitle(deps, scope, title, id);
  const requested = Object.entries({ title, ...request.attributes }).filter(([, value]) => value !== undefined);
  const changed = await deps.planning.milestones
    .mutate(id, (current) => {
      const updated = { ...current, ...(Object.fromEntries(requested) as Partial<MilestoneDocument>) };
      assertMilestone(updated);
      const { description, start_date, due_date } = updated;
      const set = {
        title: updated.title,
        description,
        start_date,
        due_date,
        ...stateOf(current, request.state_event),
        ...milestoneSearch(updated.title, description),
      };
      const events = eventsOf(current, set, principal.id);
      return events.length === 0 ? null : { set: { ...set, updated_at: new Date() }, events };
    })
    .catch((error: unknown) => {
      throw isDuplicateKey(error) ? titleTaken() : error;
    });
  if (!changed) throw new NotFoundError();
  return changed;
}

/** Removes the milestone named by a request. The consumer of its event removes it from items. */
export async function removeMilestone(call: Call<MilestonesDeps>, scope: LabelScope, id: number): Promise<void> {
  const { deps, principal } = call;
  const milestone = await findMilestone(deps, scope, id);
  call.assertUnmodified(milestone.updated_at);
  const event = { type: 'collaboration.milestone.deleted' as const, actor: principal.id };
  if (!(await deps.planning.milestones.remove(milestone, event))) throw new NotFoundError();
}

function stateOf({ state }: MilestoneDocument, event: string | undefined): Partial<MilestoneDocument> {
  if (event === 'close' && state === 'active') return { state: 'closed', closed_at: new Date() };
  if (event === 'activate' && state === 'closed') return { state: 'active', closed_at: null };
  return {};
}

/** One event for the state, and one for all other changes. */
function eventsOf(current: MilestoneDocument, set: Partial<MilestoneDocument>, actor: number): NewEvent[] {
  const { state, description, title, start_date, due_date } = changesOf(current, set);
  const changes = {
    ...(title && { title }),
    ...(start_date && { start_date }),
    ...(due_date && { due_date }),
    // Descriptions are too long to be in events twice more.
    ...(description && { description: {} }),
  };
  const type = `collaboration.milestone.${set.state === 'closed' ? 'closed' : 'activated'}` as const;
  return [
    ...(state ? [{ type, actor, changes: { state } }] : []),
    ...(Object.keys(changes).length > 0 ? [{ type: 'collaboration.milestone.updated' as const, actor, changes }] : []),
  ];
}
