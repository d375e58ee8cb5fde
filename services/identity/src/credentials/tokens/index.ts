import { createImpersonationToken } from './operations/create-impersonation-token';
import { createPersonalAccessToken } from './operations/create-personal-access-token';
import { deleteCurrentPersonalAccessToken } from './operations/delete-current-personal-access-token';
import { getCurrentPersonalAccessToken } from './operations/get-current-personal-access-token';
import { createUserPersonalAccessToken } from './operations/create-user-personal-access-token';
import { deleteImpersonationToken } from './operations/delete-impersonation-token';
import { deletePersonalAccessToken } from './operations/delete-personal-access-token';
import { getImpersonationToken } from './operations/get-impersonation-token';
import { getPersonalAccessToken } from './operations/get-personal-access-token';
import { sweepIssuedSecrets } from './secrets/issue-secrets';
import { listImpersonationTokens } from './operations/list-impersonation-tokens';
import { listPersonalAccessTokens } from './operations/list-personal-access-tokens';
import { sweepAddresses } from './addresses/sweep-addresses';

/** The operations on tokens. */
export const operations = [
  listImpersonationTokens,
  getImpersonationToken,
  createImpersonationToken,
  deleteImpersonationToken,
  listPersonalAccessTokens,
  getPersonalAccessToken,
  getCurrentPersonalAccessToken,
  createPersonalAccessToken,
  createUserPersonalAccessToken,
  deletePersonalAccessToken,
  deleteCurrentPersonalAccessToken,
];

/** Scheduled jobs for tokens. */
export const schedules = [sweepAddresses, sweepIssuedSecrets];
