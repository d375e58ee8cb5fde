import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';

/** Unsubscribes the caller from a label in all projects of a group. */
export const unsubscribeFromGroupLabel = operation(
  GroupLabelServiceDefinition.unsubscribeFromGroupLabel,
  async ({ name }, call) => setLabelSubscription(call, groupScope(call), { name, subscribed: false }),
);
