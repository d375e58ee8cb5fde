import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { endSignIn } from '../end-sign-in';

/** Ends a sign-in of a user. */
export const deleteUserSignIn = operation(SignInServiceDefinition.deleteUserSignIn, async (request, call) => {
  await endSignIn(call, request.user_id, request.sign_in_id);
  return {};
});
