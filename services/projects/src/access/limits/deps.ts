import type { Model } from 'mongoose';
import type { CallCount } from './call-count.model';

/** Dependencies of rate limits. */
export interface RateLimitDeps {
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
}
