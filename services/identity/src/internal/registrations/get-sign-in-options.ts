import { internalOperation, type Call } from '@forgemesh/rpc';
import { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import type { RegistrationsDeps } from './deps';

/** Gets how people sign in and register. */
export const getSignInOptions = internalOperation(
  RegistrationServiceDefinition.getSignInOptions,
  async (_request, { deps }: Call<Pick<RegistrationsDeps, 'settings'>>) => {
    const settings = deps.settings.current();
    return {
      has_registration: settings.signup_enabled,
      has_passwords: settings.password_authentication_enabled_for_web,
      minimum_password_length: settings.minimum_password_length,
    };
  },
);
