import { createPushRule } from './operations/create-push-rule';
import { deletePushRule } from './operations/delete-push-rule';
import { getPushRule } from './operations/get-push-rule';
import { updatePushRule } from './operations/update-push-rule';

export const pushRuleOperations = [createPushRule, deletePushRule, getPushRule, updatePushRule];
