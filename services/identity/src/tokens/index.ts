import { authenticate } from './authenticate';
import { createImpersonationToken } from './create-impersonation-token';
import { createPersonalAccessToken } from './create-personal-access-token';
import { createUserPersonalAccessToken } from './create-user-personal-access-token';
import { deleteImpersonationToken } from './delete-impersonation-token';
import { deletePersonalAccessToken } from './delete-personal-access-token';
import { getImpersonationToken } from './get-impersonation-token';
import { getPersonalAccessToken } from './get-personal-access-token';
import { sweepTokens } from './clean-tokens';
import { sweepIssuedSecrets } from './issue-secrets';
import { listImpersonationTokens } from './list-impersonation-tokens';
import { listPersonalAccessTokens } from './list-personal-access-tokens';
import { sweepAddresses } from './sweep-addresses';

/** The operations on tokens. */
export const operations = [
  authenticate,
  listImpersonationTokens,
  getImpersonationToken,
  createImpersonationToken,
  deleteImpersonationToken,
  listPersonalAccessTokens,
  getPersonalAccessToken,
  createPersonalAccessToken,
  createUserPersonalAccessToken,
  deletePersonalAccessToken,
];

/** What is done for tokens at intervals. */
export const schedules = [sweepAddresses, sweepIssuedSecrets, sweepTokens];
