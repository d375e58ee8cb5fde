import { ProjectLabelServiceDefinition } from '@forgemesh/proto/collaboration/v1/label';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { projectScope } from '../label-scope';
import { setLabelSubscription } from '../label-subscriptions';

/** Subscribes the caller to a label in a project. */
export const subscribeToProjectLabel = operation(
  ProjectLabelServiceDefinition.subscribeToProjectLabel,
  async ({ name }, call) => {
    assertHasItems(call);
    return setLabelSubscription(call, projectScope(call), { name, subscribed: true });
  },
);
