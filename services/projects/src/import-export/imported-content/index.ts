/** Public interface of `import-export/imported-content`: what other areas of this service may import. */
export { keyOf, readAttributes } from './import-rows';
export type { ImportedContent } from './imported-content';
export type { MatchedMember } from './user-map';
