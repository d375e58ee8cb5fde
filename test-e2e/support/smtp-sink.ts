/** A mail server that keeps received emails. */
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Names in lower case, unfolded, with decoded encoded-words. */
  headers: ReadonlyMap<string, string>;
  /** Complete source of the email. */
  source: string;
  /** Plain text part. */
  text: string;
  /** HTML part. */
  html: string;
}

/** The mail server. */
export interface SmtpSink {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Permanently rejects emails to this address from now on. */
  refuse(address: string): void;
  /** Delays the response to each email from now on. */
  hold(): void;
  /** Accepts the delayed emails. */
  release(): void;
  /** Number of emails that are being received. */
  waiting(): number;
  close(): Promise<void>;
}

/** Starts a server, on the port of an earlier one if given. */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const refused = new Set<string>();
  let held: (() => void)[] | undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!refused.has(address)) return done();
      done(Object.assign(new Error('No such user here'), { responseCode: 550 }));
    },
    onData(stream, { envelope }, done) {
      // A client that dies during an email is not a test failure.
      const lost = (): void => undefined;
      void text(stream).then((source) => {
        const take = (): void => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          received.push(
            parse(
              source,
              from,
              envelope.rcptTo.map(({ address }) => address),
            ),
          );
          done();
        };
        if (held) held.push(take);
        else take();
      }, lost);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // Other connection errors are ignored too.
  server.on('error', () => undefined);
  const address = server.server.address();
  const own = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `smtp://127.0.0.1:${own}`,
    port: own,
    received,
    refuse: (one) => refused.add(one),
    hold: () => (held ??= []),
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const take of waiting) take();
    },
    waiting: () => held?.length ?? 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(source: string, from: string, to: string[]): ReceivedMail {
  const { headers, body } = partsOf(source);
  const [, boundary = ''] = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '') ?? [];
  const parts = boundary === '' ? [source] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''));
  const partOf = (type: string): string => {
    const part = parts.map(partsOf).find((one) => one.headers.get('content-type')?.startsWith(type));
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding')) : '';
  };
  return { from, to, headers, source, text: partOf('text/plain'), html: partOf('text/html') };
}

function partsOf(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), decodeWords(value)] as const;
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

/** Encoded-words of RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
