/** What the client of a session sends: one request after the other over one stream. */
import type { Readable } from 'node:stream';
import { type PaceLimits, PaceWatch } from '@forgemesh/admission';
import { PacketScanner } from '../protocol/packet-scanner';
import { PushBoundary } from '../protocol/push-boundary';
import { HttpError } from './request-body';

/** Limits of the client. */
export interface SessionLimits {
  /** Minimum speed within a request. */
  pace: PaceLimits;
  /** Maximum bytes of a request of protocol v2. */
  maxRequestBytes: number;
  /** Called when the client is too slow. */
  onSlow: () => void;
}

const FLUSH_SIZE = 0;
/** Clients compute the pack of a large push after they have sent the names of its refs. */
const MAX_PACK_WAIT_SECONDS = 600;
const MAX_NEGOTIATION_WAIT_SECONDS = 120;
/** The packet `done` with its line end; no other packet of this length begins with a `d`. */
const FIRST_OF_DONE = 'd'.charCodeAt(0);
const MAX_DONE_SIZE = 9;

export class SessionInput {
  private readonly iterator: AsyncIterator<Buffer>;
  /** Whether the client of a push expects the reply in a side band. */
  hasSideBand = false;
  /** Bytes of the next request. */
  private rest: Buffer | undefined;

  constructor(
    private readonly body: Readable,
    private readonly limits: SessionLimits,
  ) {
    this.iterator = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Waits for the next request; false if the client ends. Rejects with 408 if it is idle. */
  async waitForRequest(): Promise<boolean> {
    const watch = this.watch({ ...this.limits.pace, bytesPerSecond: 0 });
    this.rest = await this.next(watch);
    watch.stop();
    return this.rest !== undefined;
  }

  /** The chunks of one request of protocol v2, which ends with a flush packet. */
  async *request(): AsyncGenerator<Buffer> {
    const { pace, maxRequestBytes } = this.limits;
    const watch = this.watch(pace);
    const scanner = new PacketScanner();
    let size = 0;
    try {
      for (let chunk = await this.next(watch); chunk !== undefined; chunk = await this.next(watch)) {
        const end = endOfRequest(scanner, chunk);
        size += end ?? chunk.length;
        if (size > maxRequestBytes) throw new HttpError(413, 'Request Entity Too Large');
        yield chunk.subarray(0, end);
        if (end !== undefined) {
          if (end < chunk.length) this.rest = chunk.subarray(end);
          return;
        }
      }
    } finally {
      watch.stop();
    }
  }

  /** The chunks of a push. */
  async *push(): AsyncGenerator<Buffer> {
    const { pace } = this.limits;
    const boundary = new PushBoundary();
    let watch = this.watch(pace);
    try {
      while (boundary.section !== 'end') {
        const chunk = await this.next(watch);
        if (chunk === undefined) return;
        const { packBytes } = boundary;
        boundary.push(chunk);
        this.hasSideBand = boundary.hasSideBand;
        yield chunk;
        if (boundary.section !== 'pack' || packBytes > 0) continue;
        // The pack begins with the next bytes, or has just begun.
        watch.stop();
        watch = this.watch(
          boundary.packBytes > 0 ? pace : { ...pace, bytesPerSecond: 0, idleSeconds: MAX_PACK_WAIT_SECONDS },
        );
      }
    } finally {
      watch.stop();
    }
  }

  /**
   * The chunks of a conversation of protocol v0, until git ends it. The client may be waited for
   * only for a limited time until it has named everything that it has.
   */
  async *negotiation(): AsyncGenerator<Buffer> {
    const watch = this.watch({ ...this.limits.pace, bytesPerSecond: 0, seconds: MAX_NEGOTIATION_WAIT_SECONDS });
    const scanner = new PacketScanner();
    try {
      for (let chunk = await this.next(watch); chunk !== undefined; chunk = await this.next(watch)) {
        // The rest of the conversation is the pack, for which the client waits.
        scanner.scan(chunk, ({ size, first }) => {
          const isDone = first === FIRST_OF_DONE && size <= MAX_DONE_SIZE;
          if (isDone) watch.stop();
          return isDone;
        });
        yield chunk;
      }
    } finally {
      watch.stop();
    }
  }

  private watch(pace: PaceLimits): PaceWatch {
    return new PaceWatch(pace, () => {
      this.limits.onSlow();
      this.body.destroy(new HttpError(408, 'The session was idle for too long'));
    });
  }

  private async next(watch: PaceWatch): Promise<Buffer | undefined> {
    if (this.rest !== undefined) {
      const { rest } = this;
      this.rest = undefined;
      return rest;
    }
    watch.beginWait();
    const { done, value } = await this.iterator.next();
    if (done === true) return undefined;
    watch.endWait(value.length);
    return value;
  }
}

/** Offset in the chunk after the flush packet; undefined if there is none. */
function endOfRequest(scanner: PacketScanner, chunk: Buffer): number | undefined {
  let flush: number | undefined;
  scanner.scan(chunk, ({ size, end }) => {
    if (size !== FLUSH_SIZE) return false;
    flush = end;
    return true;
  });
  if (scanner.isBroken) throw new HttpError(400, 'The request is not valid');
  return flush;
}
