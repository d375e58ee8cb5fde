import { createOauthToken } from './create-oauth-token';
import { sweepSignInFailures } from './sign-in-failures';

/** The operations of signing in. */
export const operations = [createOauthToken];

/** What is done for it at intervals. */
export const schedules = [sweepSignInFailures];
