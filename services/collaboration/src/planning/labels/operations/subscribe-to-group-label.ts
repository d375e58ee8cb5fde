import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupPlace } from '../label-place';
import { setLabelSubscription } from '../label-subscriptions';

/** Subscribes the caller to a label in all projects of a group. */
export const subscribeToGroupLabel = operation(
  GroupLabelServiceDefinition.subscribeToGroupLabel,
  async ({ name }, call) => setLabelSubscription(call, groupPlace(call), { name, wanted: true }),
);
