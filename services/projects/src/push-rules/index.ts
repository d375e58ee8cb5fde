import { createPushRule } from './create-push-rule';
import { deletePushRule } from './delete-push-rule';
import { getPushPolicy } from './get-push-policy';
import { getPushRule } from './get-push-rule';
import { updatePushRule } from './update-push-rule';

export const pushRuleOperations = [createPushRule, deletePushRule, getPushPolicy, getPushRule, updatePushRule];
