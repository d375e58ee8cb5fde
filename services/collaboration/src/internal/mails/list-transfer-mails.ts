import { randomUUID } from 'node:crypto';
import { MailTransferServiceDefinition } from '@forgemesh/proto/collaboration/v1/mail_content';
import { DocumentClaims } from '@forgemesh/jobs';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { toMailNotification } from '#notifications/emails';
import type { FormerMail, MailTransferDeps } from '#notifications/former-mails';

const MAX_MAILS = 100;
/** A claim that is not confirmed expires after this time. */
const LEASE_MS = 5 * 60_000;

/** Lists mails that wait, and claims them, so that no process of an earlier release sends them. */
export const listTransferMails = internalOperation(
  MailTransferServiceDefinition.listTransferMails,
  async (_request, { deps }: Call<MailTransferDeps>) => {
    // A retry may be due much later: it is due now.
    const waiting = { state: 'waiting' as const, run: { $exists: false }, due_at: { $gt: new Date() } };
    await deps.formerMails.updateMany(waiting, { $set: { due_at: new Date() } });
    const claims = new DocumentClaims<FormerMail>({ model: deps.formerMails, dueAt: 'due_at', run: 'run' });
    const run = randomUUID();
    const mails: FormerMail[] = [];
    for (const id of await claims.findDue(MAX_MAILS, [])) {
      const mail = await claims.claim(id, { run, leaseMs: LEASE_MS });
      if (mail) mails.push(mail);
    }
    return {
      mails: mails.map(({ _id: id, user_id, reason, news, tries, created_at }) => {
        const { actor, project_id, group_id, ...notification } = toMailNotification(news);
        return {
          id,
          user_id,
          reason,
          notification: {
            ...notification,
            actor: actor ?? undefined,
            project_id: project_id ?? undefined,
            group_id: group_id ?? undefined,
          },
          tries,
          created_at: created_at.toISOString(),
        };
      }),
    };
  },
);
