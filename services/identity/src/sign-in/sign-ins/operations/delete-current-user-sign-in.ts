import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { endSignIn } from '../end-sign-in';
import type { SignInsDeps } from '../deps';

/** Ends a sign-in of the caller. */
export const deleteCurrentUserSignIn = operation(
  SignInServiceDefinition.deleteCurrentUserSignIn,
  async ({ id }, call: Call<SignInsDeps>) => {
    await endSignIn(call, call.principal.id, id);
    return {};
  },
);
