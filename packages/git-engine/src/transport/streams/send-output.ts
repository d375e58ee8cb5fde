import { Spool } from '../../spool/spool';
import type { GitChild } from '../child/git-child';
import type { TakeChunk } from '../child/output-pipe';
import type { Exchange } from '../exchange';

/**
 * Milliseconds that git waits for a slow client, all together. After that, its output goes to a
 * spool, so that git can end its work.
 */
const WRITE_TIMEOUT_MS = 500;

/**
 * Sends a process's output as the reply. Resolves when everything is sent or the client has
 * disconnected.
 */
export async function sendOutput(
  { state, reply, grant, disconnected }: Exchange,
  child: GitChild,
  transform: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<void> {
  let leftMs = WRITE_TIMEOUT_MS;
  let spool: Spool | undefined;
  let emptying: Promise<void> | undefined;
  const close = (): void => spool?.close();
  disconnected.addEventListener('abort', close);
  const take: TakeChunk = async (chunk) => {
    const bytes = transform(chunk);
    if (disconnected.aborted || bytes.length === 0) return;
    if (spool !== undefined) return await spool.write(Buffer.from(bytes));
    const startedAt = performance.now();
    const written = reply.writeThrough(bytes);
    if (await settlesWithin(written, leftMs)) {
      leftMs -= performance.now() - startedAt;
      return;
    }
    spool = new Spool({ space: state.spools, caller: grant.caller, writeTimeoutMs: 0 });
    emptying = sendSpool(spool, written, reply);
    emptying.catch(() => undefined);
    return { inUse: written };
  };
  try {
    await child.forEachOutput(take).then(
      () => spool?.end(),
      (error: unknown) => {
        spool?.fail(error as Error);
        if (spool === undefined) throw error;
      },
    );
    await emptying;
  } finally {
    disconnected.removeEventListener('abort', close);
    close();
  }
}

async function sendSpool(spool: Spool, previous: Promise<void>, reply: Exchange['reply']): Promise<void> {
  await previous;
  for await (const chunk of spool) await reply.write(chunk);
}

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, Math.max(0, ms), false)));
  try {
    return await Promise.race([promise.then(() => true), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
