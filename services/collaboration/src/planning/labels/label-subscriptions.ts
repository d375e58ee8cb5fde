/** Subscriptions to labels: in one project, or in all projects of a group. */
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Label } from '@forgemesh/proto/collaboration/v1/label';
import { presentLabel } from './label.entity';
import type { LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';
import { findLabel } from './read-labels';
import type { LabelsDeps } from './deps';

/**
 * Subscribes the caller to a label or unsubscribes them. Throws `not_modified` if nothing changes.
 */
export async function setLabelSubscription(
  call: Call<LabelsDeps>,
  scope: LabelScope,
  { name, subscribed }: { name: string; subscribed: boolean },
): Promise<ResponseOf<Label>> {
  const { deps, principal } = call;
  const view = { project_id: scope.project_id, user_id: principal.id };
  const label = await findLabel(deps, scope, name);
  if (!label) throw new NotFoundError('Label');
  const changed = await deps.planning.labels.mutate(label._id, (current) => {
    if (presentLabel(current, view).subscribed === subscribed) throw new ForgeError('not_modified');
    return { set: { subscriptions: subscriptionsOf(current, view, subscribed) } };
  });
  if (!changed) throw new NotFoundError('Label');
  return presentLabel(changed, view);
}

/**
 * Unsubscribing in a project removes both the subscription for the project and the one for all
 * projects.
 */
function subscriptionsOf(
  { project_id: owner, subscriptions }: LabelDocument,
  view: { project_id: number | null; user_id: number },
  subscribed: boolean,
): LabelDocument['subscriptions'] {
  if (subscribed) return [...subscriptions, { ...view, project_id: owner === null ? view.project_id : null }];
  return subscriptions.filter(
    ({ user_id: userId, project_id: projectId }) =>
      userId !== view.user_id || (projectId !== null && projectId !== view.project_id),
  );
}
