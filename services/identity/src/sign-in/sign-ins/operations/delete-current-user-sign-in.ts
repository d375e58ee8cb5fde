import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { endSignIn } from '../end-sign-in';

/** Ends a sign-in of the caller. */
export const deleteCurrentUserSignIn = operation(
  SignInServiceDefinition.deleteCurrentUserSignIn,
  async ({ id }, call) => {
    await endSignIn(call, call.principal.id, id);
    return {};
  },
);
