/**
 * Parses large bodies without blocking the event loop. Small ones are parsed in the calling thread,
 * which takes less time than passing them on.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { InvalidParameterError, UnavailableError } from '@forgemesh/errors';
import { ThreadBusyError, ThreadLimitError, ThreadPool } from '@forgemesh/threads';
import type { RawParams } from '../params/nesting';
import type { ParseResult, ParseTask } from './body-worker';
import type { ByteBlocks } from './byte-blocks';
import { parseText, type TextKind } from './parse-text';

/** Size in bytes above which a body is large. */
export const MAX_SMALL_BODY_BYTES = 1024 * 1024;

/** Size in bytes up to which a body is parsed in the calling thread: a few milliseconds of work. */
const MAX_BYTES_HERE = 128 * 1024;
const MAX_THREADS = 2;
/** The largest body takes a few seconds on a busy machine. */
const LIMIT_MS = 30_000;
const WAIT_MS = 30_000;
/** Memory of a thread: enough for the largest body, its text and its values. */
const MAX_HEAP_MB = 1024;

/** Parses the bodies of a gateway. */
export class BodyThreads {
  private readonly pool = new ThreadPool<ParseTask, ParseResult>({
    // Works both from the sources and from the build.
    file: join(__dirname, '../../dist/body/body-worker.js'),
    threads: MAX_THREADS,
    limitMs: LIMIT_MS,
    waitMs: WAIT_MS,
    // The memory of all bodies is limited.
    maxWaiting: Infinity,
    maxHeapMb: MAX_HEAP_MB,
  });

  /**
   * Parses a body of a caller, which may not be used afterwards. Throws InvalidParameterError, and
   * UnavailableError if the threads are busy.
   */
  async parse(caller: string, kind: TextKind, body: ByteBlocks): Promise<RawParams> {
    const blocks = body.finish();
    if (body.size <= MAX_BYTES_HERE) return parseText(kind, concat(blocks));
    const memory = blocks.map(({ buffer }) => buffer as ArrayBuffer);
    const result = await this.pool.run(caller, { kind, blocks }, body.size, memory).catch(unavailable);
    // Taking over the values took time already: others get their turn before they are checked.
    await setImmediate();
    if ('refusal' in result) throw new InvalidParameterError(result.refusal);
    return result.params;
  }
}

function unavailable(error: unknown): never {
  const isRefused = error instanceof ThreadBusyError || error instanceof ThreadLimitError;
  throw isRefused ? new UnavailableError(undefined, { retryAfter: 1, cause: error }) : error;
}

function concat(blocks: Buffer[]): Buffer {
  return blocks.length === 1 ? (blocks[0] as Buffer) : Buffer.concat(blocks);
}
