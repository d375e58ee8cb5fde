import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { listSignIns } from '../list-sign-ins';

/** Lists the sign-ins of a user. */
export const listUserSignIns = operation(SignInServiceDefinition.listUserSignIns, (request, call) =>
  listSignIns(call, request.user_id, request),
);
