import type { PushRuleDocument } from './push-rule.model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of push rules. */
export interface PushRulesDeps {
  pushRules: EntityStore<PushRuleDocument>;
}
