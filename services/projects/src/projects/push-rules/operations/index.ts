import { createPushRule } from './create-push-rule';
import { deletePushRule } from './delete-push-rule';
import { getPushRule } from './get-push-rule';
import { updatePushRule } from './update-push-rule';

export const pushRuleOperations = [createPushRule, deletePushRule, getPushRule, updatePushRule];
