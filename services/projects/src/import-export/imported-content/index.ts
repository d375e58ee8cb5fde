/** The content of imported archives. */
export { keyOf, readAttributes } from './import-rows';
export type { ImportedContent } from './imported-content';
export type { MatchedMember } from './user-map';
