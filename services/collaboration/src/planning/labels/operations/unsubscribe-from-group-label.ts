import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { operation } from '../../../operation';
import { groupPlace } from '../label-place';
import { setLabelSubscription } from '../label-subscriptions';

/** Makes the caller no longer hear of the items with a label in all projects. */
export const unsubscribeFromGroupLabel = operation(
  GroupLabelServiceDefinition.unsubscribeFromGroupLabel,
  async ({ name }, call) => setLabelSubscription(call, groupPlace(call), { name, wanted: false }),
);
