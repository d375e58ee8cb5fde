/** The status line and headers of an HTTP/1.1 reply. */
import type { IncomingHttpHeaders } from 'node:http';

/** The head of a reply. */
export interface ReplyHead {
  status: number;
  /** By lower-case name. */
  headers: IncomingHttpHeaders;
}

const statusLine = /^HTTP\/1\.[01] (\d{3})(?: |$)/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** Parses a head without its empty line. Throws Error for text that is not a head. */
export function parseReplyHead(text: string): ReplyHead {
  const [first = '', ...lines] = text.split('\r\n');
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) throw new Error('the reply has an invalid status line');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) throw new Error('the reply has an invalid header');
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status: Number(status), headers };
}
