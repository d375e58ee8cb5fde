/** Public interface of two factor. */
export { isSecondFactor } from './check-second-factor';
export { assertTwoFactorEnabled, isTwoFactorRequired, twoFactorRequiredFrom } from './required-two-factor';
export type { TwoFactorDocument } from './two-factor.model';
