import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { listSignIns } from '../list-sign-ins';

/** Lists the sign-ins of the caller. */
export const listCurrentUserSignIns = operation(SignInServiceDefinition.listCurrentUserSignIns, (request, call) =>
  listSignIns(call, call.principal.id, request),
);
