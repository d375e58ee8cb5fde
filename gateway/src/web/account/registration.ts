/**
 * `/-/account/sign_in`, `registration` and `forgotten_password`: how people get an account, and
 * back into it. All of them depend on emails.
 */
import { ForbiddenError } from '@forgemesh/errors';
import type { ServiceClient } from '@forgemesh/rpc';
import type { MailStatusServiceDefinition } from '@forgemesh/proto/deliveries/v1/mail_status';
import type { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import type { AccountResource } from './account-resource';

/** Services of the resources. */
export interface RegistrationClients {
  registrations: ServiceClient<typeof RegistrationServiceDefinition>;
  mails: ServiceClient<typeof MailStatusServiceDefinition>;
}

const NO_MAILS = 'This instance sends no emails: ask an administrator';

/** Creates the resources. */
export function registration({ registrations, mails }: RegistrationClients): AccountResource[] {
  const requireMails = async (): Promise<void> => {
    const { is_enabled: isEnabled } = await mails.getMailStatus({});
    if (!isEnabled) throw new ForbiddenError(NO_MAILS);
  };
  return [
    {
      path: '/-/account/sign_in',
      pagePath: '/users/sign_in',
      async load() {
        const [options, { is_enabled: sendsMails }] = await Promise.all([
          registrations.getSignInOptions({}),
          mails.getMailStatus({}),
        ]);
        return {
          has_registration: options.has_registration && options.has_passwords && sendsMails,
          has_password_reset: options.has_passwords && sendsMails,
          minimum_password_length: options.minimum_password_length,
        };
      },
    },
    {
      path: '/-/account/registration',
      pagePath: '/users/sign_up',
      async submit({ params: { name, username, email, password }, address }) {
        await requireMails();
        await registrations.registerUser({ name, username, email, password, address });
        return {};
      },
    },
    {
      path: '/-/account/forgotten_password',
      pagePath: '/users/password',
      async submit({ params: { login }, address }) {
        await requireMails();
        await registrations.requestPasswordReset({ login, address });
        return {};
      },
    },
  ];
}
