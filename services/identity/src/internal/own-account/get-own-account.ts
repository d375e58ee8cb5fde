import { internalOperation, type Call } from '@forgemesh/rpc';
import { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import { requireUser } from '#users/accounts';
import type { OwnAccountDeps } from './deps';

/** Gets what only the account pages show to the caller. */
export const getOwnAccount = internalOperation(
  OwnAccountServiceDefinition.getOwnAccount,
  async (_request, { deps, principal }: Call<OwnAccountDeps>) => {
    const user = await requireUser(deps, principal.id);
    return { has_password: user.password_hash !== null };
  },
);
