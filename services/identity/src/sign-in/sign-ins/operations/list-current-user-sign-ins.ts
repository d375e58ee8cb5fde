import { operation, type Call } from '@forgemesh/rpc';
import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { listSignIns } from '../list-sign-ins';
import type { SignInsDeps } from '../deps';

/** Lists the sign-ins of the caller. */
export const listCurrentUserSignIns = operation(
  SignInServiceDefinition.listCurrentUserSignIns,
  (request, call: Call<SignInsDeps>) => listSignIns(call, call.principal.id, request),
);
