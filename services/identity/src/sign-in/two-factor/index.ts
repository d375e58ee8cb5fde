/** Public interface of two-factor authentication. */
export { isSecondFactor } from './check-second-factor';
export { createOwnerCheck, type OwnerCheck } from './owner-check';
export { assertTwoFactorEnabled, isTwoFactorRequired, twoFactorRequiredFrom } from './required-two-factor';
export type { TwoFactorDocument } from './two-factor.model';
