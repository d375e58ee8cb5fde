/**
 * The daily mail to the address for administrators, while repositories are damaged or events were
 * not handled: one mail, however many there are.
 */
import { DAY_MS } from '@forgemesh/service/durations';
import { deliverMessage } from './deliver-message';
import type { MailTransport } from './mail-transport';
import type { AdminNotification } from './notification';
import { queueAdminMail } from './queue-mails';
import type { MailDeps } from './deps';

/** Queues the mail of the day if there is a problem and an address. Idempotent. */
export async function queueAdminDigest(deps: MailDeps, now = new Date()): Promise<void> {
  const event_id = `admin_digest/${now.toISOString().slice(0, 10)}`;
  if (!deps.settings.current().admin_notification_email || (await deps.mails.exists({ _id: event_id }))) return;
  const [checks, letters] = await Promise.all([
    deps.clients.repositoryChecks.countRepositoryChecks({}),
    deps.clients.deadLetters.countOldDeadLetters({
      failed_before: new Date(now.getTime() - DAY_MS).toISOString(),
    }),
  ]);
  if (checks.failed === 0 && letters.count === 0) return;
  await queueAdminMail(deps, {
    event_id,
    kind: 'admin_digest',
    actor: null,
    at: now,
    project_id: null,
    group_id: null,
    facts: { failed_checks: checks.failed, old_dead_letters: letters.count },
  });
}

/** Sends the mail; false if the instance no longer has an address for administrators. */
export async function sendAdminDigest(
  deps: MailDeps,
  transport: MailTransport,
  { event_id, facts }: AdminNotification,
): Promise<boolean> {
  const { admin_notification_email: address } = deps.settings.current();
  if (!address) return false;
  const { base, hostname: host } = deps.urls;
  const { failed_checks: checks, old_dead_letters: letters } = facts;
  const problems: string[] = [];
  if (checks > 0) {
    const repositories = countOf(checks, 'repository', 'repositories');
    problems.push(`The last check of ${repositories} failed: ${base}/admin/repository_checks`);
  }
  if (letters > 0) {
    const events = countOf(letters, 'event was', 'events were');
    problems.push(`${events} not handled for more than a day: ${base}/admin/dead_letters`);
  }
  await deliverMessage(
    deps,
    transport,
    { name: '', address },
    {
      from_name: null,
      subject: `${host} needs attention`,
      content: {
        lines: [`Please look at the state of ${base}.`],
        // Addresses in Markdown are links.
        body: problems.join('\n\n'),
        url: `${base}/admin`,
        reason: 'because your address is that for notifications of administrators',
      },
      message_name: event_id,
      headers: {},
    },
  );
  return true;
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
