import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { endSignIns } from '../end-sign-in';
import type { SignInsDeps } from '../deps';

/** Ends all sign-ins of the caller. */
export const deleteCurrentUserSignIns = operation(
  SignInServiceDefinition.deleteCurrentUserSignIns,
  async (_request, call: Call<SignInsDeps>) => {
    await endSignIns(call, call.principal.id);
    return {};
  },
);
