import { createOauthToken } from './operations/create-oauth-token';
import { deleteCurrentUserSignIn } from './operations/delete-current-user-sign-in';
import { deleteCurrentUserSignIns } from './operations/delete-current-user-sign-ins';
import { deleteUserSignIn } from './operations/delete-user-sign-in';
import { deleteUserSignIns } from './operations/delete-user-sign-ins';
import { getOauthTokenInfo } from './operations/get-oauth-token-info';
import { listCurrentUserSignIns } from './operations/list-current-user-sign-ins';
import { listUserSignIns } from './operations/list-user-sign-ins';
import { revokeOauthToken } from './operations/revoke-oauth-token';
import { sweepSignInFailures } from '#sign-in/passwords/sign-in-failures';

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
