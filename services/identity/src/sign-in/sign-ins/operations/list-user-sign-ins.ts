import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { listSignIns } from '../list-sign-ins';
import type { SignInsDeps } from '../deps';

/** Lists the sign-ins of a user. */
export const listUserSignIns = operation(SignInServiceDefinition.listUserSignIns, (request, call: Call<SignInsDeps>) =>
  listSignIns(call, request.user_id, request),
);
