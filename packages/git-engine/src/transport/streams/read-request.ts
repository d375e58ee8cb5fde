/** Reads the request of a fetch completely, before git starts: a slow client occupies no slot. */
import { OverloadError } from '@forgemesh/admission';
import { Spool } from '../../spool/spool';
import type { Exchange } from '../exchange';

/** A complete request. */
export interface FetchRequest {
  /** The whole request if it is small, else undefined. */
  bytes: Buffer | undefined;
  /** All bytes, to be read once. */
  content: AsyncIterable<Buffer>;
  /** Releases the space of the request. */
  close: () => void;
}

/** Requests of clones and `ls-remote` are a few kilobytes. */
const MAX_SMALL_BYTES = 128 * 1024;

/** Reads all chunks. Rejects with their errors, and `OverloadError` if there is no space. */
export async function readRequest({ state, grant }: Exchange, chunks: AsyncGenerator<Buffer>): Promise<FetchRequest> {
  const small: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return smallRequest(Buffer.concat(small));
    small.push(value);
    size += value.length;
    if (size > MAX_SMALL_BYTES) break;
  }
  let refuse: (error: Error) => void = () => undefined;
  const isFull = new Promise<never>((_, reject) => (refuse = reject));
  const spool = new Spool({
    space: state.spools,
    caller: grant.caller,
    writeTimeoutMs: 0,
    onFull: () => refuse(new OverloadError('no space for a request')),
  });
  try {
    await Promise.race([fill(spool, small, chunks), isFull]);
    return { bytes: undefined, content: spool, close: () => spool.close() };
  } catch (error) {
    spool.close();
    throw error;
  }
}

function smallRequest(bytes: Buffer): FetchRequest {
  const content = (async function* () {
    yield bytes;
  })();
  return { bytes, content, close: () => undefined };
}

async function fill(spool: Spool, first: Buffer[], rest: AsyncIterable<Buffer>): Promise<void> {
  for (const chunk of first) await spool.write(chunk);
  for await (const chunk of rest) await spool.write(chunk);
  spool.end();
}
