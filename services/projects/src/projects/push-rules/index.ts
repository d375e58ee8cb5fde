/** Push rules of projects. */
export { findPushRule } from './find-push-rule';
export { presentPushRule } from './push-rule.entity';
export { expressionFields, noRule, type PushRuleDocument, type PushRuleSettings } from './push-rule.model';
