/** Public interface of discussions. */
export { type DiscussionsDeps } from './deps';
export { markOutdatedThreads } from './mark-outdated-threads';
export { recordResolution } from './record-resolution';
