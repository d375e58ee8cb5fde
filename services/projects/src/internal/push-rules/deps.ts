import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { PushRuleDocument } from '#projects/push-rules';

/** Dependencies of the RPCs for other services about push rules. */
export interface InternalPushRulesDeps {
  pushRules: EntityStore<PushRuleDocument>;
  /** Push rules by project id, for the checks of pushes and commits. */
  pushRuleCache: QueryCache<PushRuleDocument | null, number>;
}
