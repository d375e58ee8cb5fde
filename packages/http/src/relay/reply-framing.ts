/** Finds the content of an HTTP/1.1 reply: by its length, in chunks, or up to the end. */
import type { IncomingHttpHeaders } from 'node:http';

const MAX_LINE_BYTES = 1024;
const LF = 10;

/** Extracts the content of one reply. */
export interface ReplyFraming {
  /** Whether the content is complete. */
  readonly isComplete: boolean;
  /** Whether the end of the connection is the end of the content. */
  readonly endsWithConnection: boolean;
  /**
   * The parts of the content in the next bytes: views, not copies. Throws Error for bytes that are
   * not a valid reply.
   */
  push(bytes: Buffer): Buffer[];
}

/** The framing that the headers of a reply announce. */
export function framingOf(status: number, headers: IncomingHttpHeaders): ReplyFraming {
  if (status === 204 || status === 304) return new LengthFraming(0);
  if (/\bchunked$/i.test(headers['transfer-encoding'] ?? '')) return new ChunkFraming();
  const length = headers['content-length'];
  if (length === undefined) return new LengthFraming(Infinity);
  if (!/^\d+$/.test(length)) throw new Error('the reply has an invalid length');
  return new LengthFraming(Number(length));
}

class LengthFraming implements ReplyFraming {
  readonly endsWithConnection: boolean;

  constructor(private left: number) {
    this.endsWithConnection = left === Infinity;
  }

  get isComplete(): boolean {
    return this.left === 0;
  }

  push(bytes: Buffer): Buffer[] {
    const content = bytes.length > this.left ? bytes.subarray(0, this.left) : bytes;
    this.left -= content.length;
    return content.length === 0 ? [] : [content];
  }
}

class ChunkFraming implements ReplyFraming {
  readonly endsWithConnection = false;
  isComplete = false;
  /** Bytes of the current chunk that are still missing. */
  private left = 0;
  /** The line before a chunk, after its content, or of the trailer. */
  private line = '';
  private state: 'size' | 'content' | 'end' | 'trailer' = 'size';

  push(bytes: Buffer): Buffer[] {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length && !this.isComplete;) {
      if (this.state === 'content') {
        const part = bytes.subarray(at, at + this.left);
        parts.push(part);
        at += part.length;
        this.left -= part.length;
        if (this.left === 0) this.state = 'end';
        continue;
      }
      const end = bytes.indexOf(LF, at);
      const stop = end < 0 ? bytes.length : end;
      this.line += bytes.toString('latin1', at, stop);
      if (this.line.length > MAX_LINE_BYTES) throw new Error('the reply has an invalid chunk');
      at = stop + 1;
      if (end >= 0) this.handleLine(this.line.replace(/\r$/, ''));
    }
    return parts;
  }

  private handleLine(line: string): void {
    this.line = '';
    if (this.state === 'trailer') {
      this.isComplete = line === '';
    } else if (this.state === 'end') {
      if (line !== '') throw new Error('the reply has an invalid chunk');
      this.state = 'size';
    } else {
      const size = /^([0-9a-f]{1,12})(?:;.*)?$/i.exec(line)?.[1];
      if (size === undefined) throw new Error('the reply has an invalid chunk');
      this.left = parseInt(size, 16);
      this.state = this.left === 0 ? 'trailer' : 'content';
    }
  }
}
