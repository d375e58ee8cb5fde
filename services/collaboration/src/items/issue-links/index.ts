/** Public interface of links between issues. */
export { type IssueLinksDeps } from './deps';
export { type IssueLinkDocument, pairOf } from './issue-link.model';
export { linkIssues } from './link-issues';
export { moveLinks } from './move-links';
export { recordLink } from './record-link';
