import { type Call, operation } from '@forgemesh/rpc';
import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { GroupLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_label';
import { projectScope, groupScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';
import type { LabelsDeps } from '../deps';

/** Subscribes the caller to a label in a project. */
export const subscribeToProjectLabel = operation(
  ProjectLabelServiceDefinition.subscribeToProjectLabel,
  async ({ name }, call: Call<LabelsDeps>) => {
    return setLabelSubscription(call, projectScope(call), { name, subscribed: true });
  },
);

/** Subscribes the caller to a label in all projects of a group. */
export const subscribeToGroupLabel = operation(
  GroupLabelServiceDefinition.subscribeToGroupLabel,
  async ({ name }, call: Call<LabelsDeps>) => setLabelSubscription(call, groupScope(call), { name, subscribed: true }),
);
