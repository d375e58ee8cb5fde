/** Public interface of `projects/badges`: what other areas of this service may import. */
export { assertValidUrls } from './badge-urls';
export type { BadgeDocument } from './badge.model';
