import { type Call, internalOperation } from '@forgemesh/rpc';
import { MailStatusServiceDefinition } from '@forgemesh/proto/collaboration/v1/mail_status';
import type { EmailsDeps } from '#notifications/emails';

/** Gets whether requested emails are sent. */
export const getMailStatus = internalOperation(
  MailStatusServiceDefinition.getMailStatus,
  async (_request, { deps }: Call<Pick<EmailsDeps, 'mailer'>>) => ({ is_enabled: deps.mailer.isEnabled }),
);
