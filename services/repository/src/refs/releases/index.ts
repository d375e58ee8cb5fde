/** Public interface of releases. */
export { findRelease } from './find-release';
export { BLOCKED_URL, isAllowedUrl } from './link-rules';
export { presentLink, presentLinks } from './release.entity';
export type { ReleaseDocument, ReleaseLinkDocument } from './release.model';
