import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { projectScope, groupScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';
import type { LabelsDeps } from '../deps';

/** Unsubscribes the caller from a label in a project. */
export const unsubscribeFromProjectLabel = operation(
  ProjectLabelServiceDefinition.unsubscribeFromProjectLabel,
  async ({ name }, call: Call<LabelsDeps>) => {
    return setLabelSubscription(call, projectScope(call), { name, subscribed: false });
  },
);

/** Unsubscribes the caller from a label in all projects of a group. */
export const unsubscribeFromGroupLabel = operation(
  GroupLabelServiceDefinition.unsubscribeFromGroupLabel,
  async ({ name }, call: Call<LabelsDeps>) => setLabelSubscription(call, groupScope(call), { name, subscribed: false }),
);
