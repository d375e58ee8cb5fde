import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { endSignIns } from '../end-sign-in';
import type { SignInsDeps } from '../deps';

/** Ends all sign-ins of a user. */
export const deleteUserSignIns = operation(
  SignInServiceDefinition.deleteUserSignIns,
  async (request, call: Call<SignInsDeps>) => {
    await endSignIns(call, request.user_id);
    return {};
  },
);
