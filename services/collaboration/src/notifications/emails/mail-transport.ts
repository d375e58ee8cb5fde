/** The way to the mail server. */
import { createTransport } from 'nodemailer';
import { oneLine, type Message } from './mails/mail-parts';

/** An address with the name before it. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Hands mails to the mail server. */
export interface MailTransport {
  /** Resolves when the server took it. */
  send(to: Mailbox, message: Message): Promise<void>;
  close(): void;
}

/** For each step of a conversation with the mail server. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Whether mails may not go to a server without TLS: it is not on this machine, and the
 * configuration does not allow it.
 */
export function needsTls(url: string, allowPlain: boolean): boolean {
  const host = new URL(url).hostname;
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  return !isLoopback && !allowPlain;
}

/**
 * Creates the transport to the server that a URL names; `from` is the sender of all mails. A server
 * elsewhere is refused where it offers no TLS, unless `allowPlain`.
 */
export function createMailTransport(
  url: string,
  from: Mailbox,
  { allowPlain = false }: { allowPlain?: boolean } = {},
): MailTransport {
  const limits = { ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, ...limits, ...(needsTls(url, allowPlain) && { requireTLS: true }) });
  return {
    async send(
      to,
      {
        from_name: name,
        from_address: address = from.address,
        subject,
        text,
        html,
        message_id: messageId,
        answers,
        headers,
      },
    ) {
      await transport.sendMail({
        from: { name: name === null ? from.name : oneLine(name), address },
        ...{ to, subject, text, html, messageId },
        ...(answers !== undefined && { inReplyTo: answers, references: answers }),
        // So that no absence is answered to a machine.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}

/** Reads `Name <address>` or an address. */
export function mailboxOf(text: string): Mailbox {
  const [, name = '', address = text] = /^(.*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
