/** Public interface of promoting issues to epics. */
export { type PromotionsDeps } from './deps';
export { finalizePromotion } from './finalize-promotion';
export { promoteIssue } from './promote-issue';
