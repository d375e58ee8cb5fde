import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';

/** Subscribes the caller to a label in all projects of a group. */
export const subscribeToGroupLabel = operation(
  GroupLabelServiceDefinition.subscribeToGroupLabel,
  async ({ name }, call) => setLabelSubscription(call, groupScope(call), { name, subscribed: true }),
);
