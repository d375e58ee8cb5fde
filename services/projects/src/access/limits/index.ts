/** Rate limits of expensive operations. */
export type { CallCount } from './call-count.model';
export { assertWithinRateLimit, type RateLimit } from './rate-limit';
