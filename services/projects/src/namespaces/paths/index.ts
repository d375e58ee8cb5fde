/** Claims and redirects of paths, and the rules for valid paths. */
export { isExpired, type PathClaimRequest } from './claim-path';
export {
  type FieldErrors,
  groupNameErrors,
  groupPathErrors,
  hasErrors,
  pathFromName,
  projectNameErrors,
  projectPathErrors,
  userPathErrors,
  withoutEmpty,
} from './path-rules';
export { type PathClaim, pathKey } from './path.model';
export type { Paths } from './paths';
export type { RedirectTarget } from './redirect.model';
