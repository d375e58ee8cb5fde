import { createOauthToken } from './create-oauth-token';
import { deleteCurrentUserSignIn } from './delete-current-user-sign-in';
import { deleteCurrentUserSignIns } from './delete-current-user-sign-ins';
import { deleteUserSignIn } from './delete-user-sign-in';
import { deleteUserSignIns } from './delete-user-sign-ins';
import { getOauthTokenInfo } from './get-oauth-token-info';
import { listCurrentUserSignIns } from './list-current-user-sign-ins';
import { listUserSignIns } from './list-user-sign-ins';
import { revokeOauthToken } from './revoke-oauth-token';
import { sweepSignInFailures } from '#sign-in/passwords';

/** The operations of signing in. */
export const operations = [
  createOauthToken,
  revokeOauthToken,
  getOauthTokenInfo,
  listCurrentUserSignIns,
  deleteCurrentUserSignIn,
  deleteCurrentUserSignIns,
  listUserSignIns,
  deleteUserSignIn,
  deleteUserSignIns,
];

/** Scheduled jobs for sign-ins. */
export const schedules = [sweepSignInFailures];
