/**
 * Parses large bodies, and encodes their parameters for services, without blocking the event loop.
 * Small ones are handled in the calling thread, which takes less time than passing them on.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { InvalidParameterError, UnavailableError } from '@forgemesh/errors';
import { Piscina } from 'piscina';
import type { RawParams } from '../params/nesting';
import type { ParseResult, ParseTask } from './body-worker';
import type { ByteBlocks } from './byte-blocks';
import { parseText, type TextKind } from './parse-text';

/** Size in bytes above which a body is large. */
export const MAX_SMALL_BODY_BYTES = 1024 * 1024;

/** Size in bytes up to which a body is parsed in the calling thread: about 10 ms of work. */
const MAX_BYTES_HERE: Readonly<Record<TextKind, number>> = { json: MAX_SMALL_BODY_BYTES, form: 128 * 1024 };
const MAX_THREADS = 2;
const IDLE_MS = 30_000;
/** Memory of a thread: enough for the largest body, its text and its values. */
const MAX_HEAP_MB = 1024;

/** Handles the bodies of a gateway. */
export class BodyThreads {
  private pool: Piscina | undefined;

  /** Parses a body, which may not be used afterwards. Throws InvalidParameterError. */
  async parse(kind: TextKind, body: ByteBlocks): Promise<RawParams> {
    const blocks = body.finish();
    if (body.size <= MAX_BYTES_HERE[kind]) return parseText(kind, concat(blocks));
    const task: ParseTask = { kind, blocks };
    const memory = blocks.map(({ buffer }) => buffer as ArrayBuffer);
    const result = await this.run<ParseResult>('parseTask', task, memory);
    // Taking over the values took time already: others get their turn before they are checked.
    await setImmediate();
    if ('refusal' in result) throw new InvalidParameterError(result.refusal);
    return result.params;
  }

  /** Encodes the checked parameters of a large body as JSON. */
  async encode(params: object): Promise<Buffer> {
    const { buffer } = await this.run<Uint8Array<ArrayBuffer>>('encodeTask', params);
    return Buffer.from(buffer);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private async run<T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    this.pool ??= new Piscina({
      // Works both from the sources and from the build.
      filename: join(__dirname, '../../dist/body/body-worker.js'),
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    try {
      return (await this.pool.run(task, { name, transferList })) as T;
    } catch (error) {
      // A thread ran out of memory, or the gateway is stopping.
      throw new UnavailableError(undefined, { cause: error });
    }
  }
}

function concat(blocks: Buffer[]): Buffer {
  return blocks.length === 1 ? (blocks[0] as Buffer) : Buffer.concat(blocks);
}
