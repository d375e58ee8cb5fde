import { createOauthToken } from './create-oauth-token';
import { getOauthTokenInfo } from './get-oauth-token-info';
import { revokeOauthToken } from './revoke-oauth-token';
import { sweepSignInFailures } from './sign-in-failures';

/** The operations of signing in. */
export const operations = [createOauthToken, revokeOauthToken, getOauthTokenInfo];

/** What is done for it at intervals. */
export const schedules = [sweepSignInFailures];
