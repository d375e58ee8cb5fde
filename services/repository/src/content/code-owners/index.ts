/** Public interface of code owners. */
export { checkCodeOwners, type OwnedPush, requiresCodeOwners } from './check-code-owners';
export type { CodeOwnersCache } from './find-code-owners';
export { loadCodeOwners } from './load-code-owners';
