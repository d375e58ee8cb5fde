import type { CallCount } from './call-count.model';
import type { Model } from 'mongoose';

/** Dependencies of rate limits. */
export interface RateLimitDeps {
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
}
