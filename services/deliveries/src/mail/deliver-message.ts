import type { Mailbox, MailTransport } from './mail-transport';
import { messageId, oneLine, projectHeaders, type Message } from './mail-parts';
import { renderContent } from './render-content';
import type { MailTemplateDeps } from './deps';

/**
 * Renders a mail according to the settings of the instance and hands it to the mail server. Throws
 * if the mail server refuses it.
 */
export async function deliverMessage(
  { settings, markdown, urls: { hostname } }: MailTemplateDeps,
  transport: MailTransport,
  to: Mailbox,
  { content, subject, message_name, conversation, project, headers, ...sender }: Message,
): Promise<void> {
  const bodies = await renderContent(content, settings.current(), markdown);
  const safeHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]));
  await transport.send(to, {
    ...sender,
    ...bodies,
    subject: oneLine(subject),
    message_id: messageId(message_name, hostname),
    ...(conversation !== undefined && { in_reply_to: messageId(conversation, hostname) }),
    headers: { ...(project && projectHeaders(project, hostname)), ...safeHeaders },
  });
}
