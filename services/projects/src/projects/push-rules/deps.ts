import type { EntityStore } from '@forgemesh/data';
import type { PushRuleDocument } from './push-rule.model';

/** Dependencies of push rules. */
export interface PushRulesDeps {
  pushRules: EntityStore<PushRuleDocument>;
}
