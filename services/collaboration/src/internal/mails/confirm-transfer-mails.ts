import { MailTransferServiceDefinition } from '@forgemesh/proto/collaboration/v1/mail_content';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { MailTransferDeps } from '#notifications/former-mails';

/** Removes mails that the deliveries service has stored. */
export const confirmTransferMails = internalOperation(
  MailTransferServiceDefinition.confirmTransferMails,
  async ({ ids }, { deps }: Call<MailTransferDeps>) => {
    await deps.formerMails.deleteMany({ _id: { $in: ids }, state: 'waiting' });
    return {};
  },
);
