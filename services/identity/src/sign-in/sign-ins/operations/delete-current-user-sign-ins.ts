import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '#operation';
import { endSignIns } from '../end-sign-in';

/** Ends all sign-ins of the caller. */
export const deleteCurrentUserSignIns = operation(
  SignInServiceDefinition.deleteCurrentUserSignIns,
  async (_request, call) => {
    await endSignIns(call, call.principal.id);
    return {};
  },
);
