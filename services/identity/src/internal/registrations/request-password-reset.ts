import { setTimeout as pause } from 'node:timers/promises';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import { countAttempt } from '#sign-in/passwords';
import { requestReset } from './request-reset';
import type { RegistrationsDeps } from './deps';

/** Every response takes at least this long, so that it does not tell whether the account exists. */
const MIN_RESPONSE_MS = 300;
const MAX_LOGIN = 255;

/** Requests a link to set a password, for a username or primary email. */
export const requestPasswordReset = internalOperation(
  RegistrationServiceDefinition.requestPasswordReset,
  async ({ login, address }, { deps }: Call<RegistrationsDeps>) => {
    const key = login.trim().toLowerCase().slice(0, MAX_LOGIN);
    await countAttempt(deps, { account: key, address, kind: 'reset' });
    await Promise.all([request(deps, key), pause(MIN_RESPONSE_MS)]);
    return {};
  },
);

async function request(deps: RegistrationsDeps, key: string): Promise<void> {
  const isNamed = { $or: [{ username_lower: key }, { email_lower: key }] };
  const found = await deps.users.model.findOne(isNamed, { _id: 1 }).lean<{ _id: number }>();
  if (found) await requestReset(deps, found._id);
}
