/**
 * Serves `git archive --remote`: git creates an archive of a tree that a ref leads to, and sends it
 * in packets. It refuses options that name files of the server.
 */
import { readableFolder, startGitInSlot, type Exchange } from './exchange';
import { sendOutput } from './streams/send-output';

/** Maximum bytes of a request: git accepts 64 arguments. */
export const MAX_ARCHIVE_REQUEST_BYTES = 64 * 1024;

/** Serves one archive. `chunks` are the arguments of the client, up to their flush packet. */
export async function uploadArchive(exchange: Exchange, chunks: AsyncIterable<Buffer>): Promise<void> {
  const { state, disconnected } = exchange;
  // A slow client holds no slot while it sends.
  const received: Buffer[] = [];
  for await (const chunk of chunks) received.push(chunk);
  // The command has no option that ends its options; the path is absolute.
  const child = await startGitInSlot(exchange, 'upload', {
    args: ['upload-archive', await readableFolder(exchange)],
    maxSilentCpuSeconds: state.limits.maxSilentCpuSeconds,
  });
  const stop = (): void => child.stop();
  disconnected.addEventListener('abort', stop);
  if (disconnected.aborted) stop();
  child.stdin.end(Buffer.concat(received));
  await sendOutput(exchange, child);
  const { ok, errorOutput, stoppedBy } = await child.ended;
  disconnected.removeEventListener('abort', stop);
  if (ok || disconnected.aborted) return;
  if (stoppedBy !== undefined) throw new Error(`upload-archive was stopped: ${stoppedBy}`);
  // git has told its client about an unknown ref or option. Without any output it has failed.
  if (!exchange.reply.hasStarted) throw new Error(errorOutput);
}
