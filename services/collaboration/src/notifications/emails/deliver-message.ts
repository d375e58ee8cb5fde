import type { Message } from './compose/mail-parts';
import { renderContent } from './compose/render-content';
import type { Mailbox, MailTransport } from './mail-transport';
import type { EmailsDeps } from './deps';

/**
 * Renders a mail according to the settings of the instance and hands it to the mail server. Throws
 * if the mail server refuses it.
 */
export async function deliverMessage(
  { instance: { settings, markdown } }: EmailsDeps,
  transport: MailTransport,
  to: Mailbox,
  { content, ...envelope }: Message,
): Promise<void> {
  const bodies = await renderContent(content, settings.current(), markdown);
  await transport.send(to, { ...envelope, ...bodies });
}
