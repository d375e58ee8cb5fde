/** Public interface of tokens. */
export type { AddressDocument } from './addresses/address.model';
export { limitAddresses } from './addresses/limit-addresses';
export { hasEnded } from './has-ended';
export type { ImpersonationRecorder } from './impersonation/impersonation-recorder';
export { newToken } from './new-token';
export { revocation } from './revocation';
export { insertToken, issueSecrets } from './secrets/issue-secrets';
export type { IssuedSecretDocument } from './secrets/issued-secret.model';
export {
  createSignInToken,
  createToken,
  familyOf,
  looksLikeToken,
  nextRefreshToken,
  type TokenSecrets,
} from './secrets/token-secrets';
export { upgradeDigest } from './secrets/upgrade-digest';
export {
  availableScopes,
  expiryOf,
  isExpired,
  isSignIn,
  refreshUntil,
  SIGN_IN_LIFETIME_MS,
  signIns,
  today,
  type TokenDocument,
} from './token.model';
