/** Badges of projects and groups. */
export { assertValidUrls } from './badge-urls';
export type { BadgeDocument } from './badge.model';
