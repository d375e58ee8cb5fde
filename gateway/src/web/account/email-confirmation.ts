/**
 * `/-/account/email_confirmation`: the link in an email confirms an email address. Loading the page
 * confirms nothing, because mail servers open links automatically.
 */
import type { ServiceClient } from '@forgemesh/rpc';
import type { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import type { AccountResource } from './account-resource';

/** Creates the resource. */
export function emailConfirmation(
  confirmations: ServiceClient<typeof EmailConfirmationServiceDefinition>,
): AccountResource {
  return {
    path: '/-/account/email_confirmation',
    pagePath: '/users/confirmation',
    async load({ params: { token = '' }, address }) {
      const { email, username } = await confirmations.getEmailConfirmation({ token, address });
      return { email, username };
    },
    async submit({ params: { token = '' }, address }) {
      const { email, username } = await confirmations.confirmEmail({ token, address });
      return { email, username };
    },
  };
}
