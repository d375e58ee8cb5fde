/** Transport to the mail server. */
import { createTransport } from 'nodemailer';
import { oneLine, type Message } from './mail-parts';
import type { Bodies } from './render-content';

/** An address with a display name. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A mail with its bodies. */
export type RenderedMessage = Pick<Message, 'from_address' | 'from_name' | 'headers' | 'subject'> &
  Bodies & {
    message_id: string;
    /** Message id of the mail that started the conversation, unless this mail starts it. */
    in_reply_to?: string;
  };

/** Sends mails through the mail server. */
export interface MailTransport {
  /** Resolves when the mail server has accepted the mail. */
  send(to: Mailbox, message: RenderedMessage): Promise<void>;
  close(): void;
}

/** Timeouts for each step of an SMTP session. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Whether TLS is required: unless the server is on this machine, or the configuration allows plain
 * text.
 */
export function needsTls(url: string, allowPlain: boolean): boolean {
  const host = new URL(url).hostname;
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  return !isLoopback && !allowPlain;
}

/**
 * Creates the transport to the server with the given URL; `from` is the default sender. Unless
 * `allowPlain` is set, remote servers without TLS are refused.
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
        in_reply_to,
        headers,
      },
    ) {
      await transport.sendMail({
        from: { name: name === null ? from.name : oneLine(name), address },
        to,
        subject,
        text,
        messageId,
        // With an HTML body, nodemailer sends both as alternatives.
        ...(html !== undefined && { html }),
        ...(in_reply_to !== undefined && { inReplyTo: in_reply_to, references: in_reply_to }),
        // Suppresses automatic replies such as out-of-office messages.
        headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}

/** Parses `Name <address>` or an address. */
export function mailboxOf(text: string): Mailbox {
  const [, name = '', address = text] = /^(.*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
