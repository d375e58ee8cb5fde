import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { endSignIn } from '../end-sign-in';
import type { SignInsDeps } from '../deps';

/** Ends a sign-in of a user. */
export const deleteUserSignIn = operation(
  SignInServiceDefinition.deleteUserSignIn,
  async (request, call: Call<SignInsDeps>) => {
    await endSignIn(call, request.user_id, request.sign_in_id);
    return {};
  },
);
