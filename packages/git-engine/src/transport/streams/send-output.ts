import { Spool } from '../../spool/spool';
import type { GitChild } from '../child/git-child';
import type { Exchange } from '../exchange';

/**
 * Milliseconds that git waits for a slow client. After that, its output goes to a spool, so that
 * git can end its work.
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
  const spool = new Spool({ space: state.spools, caller: grant.caller, writeTimeoutMs: WRITE_TIMEOUT_MS });
  const close = (): void => spool.close();
  disconnected.addEventListener('abort', close);
  if (disconnected.aborted) close();
  const filling = child
    .forEachOutput((chunk) => spool.write(transform(chunk)))
    .then(
      () => spool.end(),
      (error: unknown) => spool.fail(error as Error),
    );
  try {
    for await (const chunk of spool) await reply.write(chunk);
    await filling;
  } finally {
    disconnected.removeEventListener('abort', close);
    close();
  }
}
