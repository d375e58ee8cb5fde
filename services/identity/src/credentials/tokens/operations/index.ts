import { createImpersonationToken } from './create-impersonation-token';
import { createPersonalAccessToken } from './create-personal-access-token';
import { deleteCurrentPersonalAccessToken } from './delete-current-personal-access-token';
import { getCurrentPersonalAccessToken } from './get-current-personal-access-token';
import { createUserPersonalAccessToken } from './create-user-personal-access-token';
import { deleteImpersonationToken } from './delete-impersonation-token';
import { deletePersonalAccessToken } from './delete-personal-access-token';
import { getImpersonationToken } from './get-impersonation-token';
import { getPersonalAccessToken } from './get-personal-access-token';
import { sweepIssuedSecrets } from '../secrets/issue-secrets';
import { listImpersonationTokens } from './list-impersonation-tokens';
import { listPersonalAccessTokens } from './list-personal-access-tokens';
import { sweepAddresses } from '../addresses/sweep-addresses';

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
