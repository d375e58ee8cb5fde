/** `/-/account/password_reset`: a user sets a password with the link in an email. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import type { AccountResource } from './account-resource';

/** Creates the resource. */
export function passwordReset(resets: ServiceClient<typeof PasswordResetServiceDefinition>): AccountResource {
  return {
    path: '/-/account/password_reset',
    pagePath: '/users/password/edit',
    async load({ params: { token = '' }, address }) {
      const { username, minimum_password_length } = await resets.getPasswordReset({ token, address });
      return { username, minimum_password_length };
    },
    async submit({ params: { token = '', password = '', password_confirmation = '' }, address }) {
      const { username } = await resets.resetPassword({ token, password, password_confirmation, address });
      return { username };
    },
  };
}
