import { type Call, internalOperation } from '@forgemesh/rpc';
import { MailStatusServiceDefinition } from '@forgemesh/proto/deliveries/v1/mail_status';
import type { MailQueueDeps } from '#mail';

/** Gets whether requested emails are sent. */
export const getMailStatus = internalOperation(
  MailStatusServiceDefinition.getMailStatus,
  async (_request, { deps }: Call<Pick<MailQueueDeps, 'mailer'>>) => ({ is_enabled: deps.mailer.isEnabled }),
);
