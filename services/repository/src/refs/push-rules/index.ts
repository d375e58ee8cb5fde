/** Public interface of push rules. */
export type { PushRuleRequest } from './push-rule-request';
export type { PushRules } from './push-rules';
