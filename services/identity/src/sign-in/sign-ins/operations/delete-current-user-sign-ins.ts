import { SignInServiceDefinition } from '@forgemesh/proto/identity/v1/sign_in';
import { operation } from '../../../operation';
import { endSignIns } from '../end-sign-in';

/** Signs the caller out everywhere. */
export const deleteCurrentUserSignIns = operation(
  SignInServiceDefinition.deleteCurrentUserSignIns,
  async (_request, call) => {
    await endSignIns(call, call.principal.id);
    return {};
  },
);
