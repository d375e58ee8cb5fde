/** Public interface of `access/limits`: what other areas of this service may import. */
export type { CallCount } from './call-count.model';
export { assertWithinRateLimit, type RateLimit } from './rate-limit';
