import { createRecoveryCodes } from './create-recovery-codes';
import { disableTwoFactor } from './disable-two-factor';
import { disableUserTwoFactor, patchUserTwoFactor } from './disable-user-two-factor';
import { enableTwoFactor } from './enable-two-factor';
import { getTwoFactor } from './get-two-factor';
import { startTwoFactor } from './start-two-factor';

/** The operations on second factors. */
export const operations = [
  getTwoFactor,
  startTwoFactor,
  enableTwoFactor,
  createRecoveryCodes,
  disableTwoFactor,
  disableUserTwoFactor,
  patchUserTwoFactor,
];
