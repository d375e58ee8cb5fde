import { authenticate } from './authenticate';
import { createImpersonationToken } from './create-impersonation-token';
import { deleteImpersonationToken } from './delete-impersonation-token';
import { getImpersonationToken } from './get-impersonation-token';
import { listImpersonationTokens } from './list-impersonation-tokens';
import { sweepAddresses } from './sweep-addresses';

/** The operations on tokens. */
export const operations = [
  authenticate,
  listImpersonationTokens,
  getImpersonationToken,
  createImpersonationToken,
  deleteImpersonationToken,
];

/** What is done for tokens at intervals. */
export const schedules = [sweepAddresses];
