import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { endSignIns } from '../end-sign-in';

/** Ends all sign-ins of a user. */
export const deleteUserSignIns = operation(SignInServiceDefinition.deleteUserSignIns, async (request, call) => {
  await endSignIns(call, request.user_id);
  return {};
});
