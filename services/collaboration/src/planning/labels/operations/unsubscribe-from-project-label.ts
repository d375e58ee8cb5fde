import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { projectScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';

/** Unsubscribes the caller from a label in a project. */
export const unsubscribeFromProjectLabel = operation(
  ProjectLabelServiceDefinition.unsubscribeFromProjectLabel,
  async ({ name }, call) => {
    assertHasItems(call);
    return setLabelSubscription(call, projectScope(call), { name, subscribed: false });
  },
);
