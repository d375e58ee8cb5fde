import { createRecoveryCodes } from './operations/create-recovery-codes';
import { disableTwoFactor } from './operations/disable-two-factor';
import { disableUserTwoFactor } from './operations/disable-user-two-factor';
import { enableTwoFactor } from './operations/enable-two-factor';
import { getTwoFactor } from './operations/get-two-factor';
import { startTwoFactor } from './operations/start-two-factor';

/** The operations on second factors. */
export const operations = [
  getTwoFactor,
  startTwoFactor,
  enableTwoFactor,
  createRecoveryCodes,
  disableTwoFactor,
  disableUserTwoFactor,
];
