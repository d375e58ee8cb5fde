/**
 * Serves fetches and clones. Lists of refs and repeated requests need no process. Git works in a
 * slot; what a slow client has not read when git has ended is sent from a spool.
 */
import { sendBundleList } from './clone-bundles/announce';
import { isFullClone } from './clone-bundles/is-full-clone';
import type { GitEnd } from './child/git-child';
import {
  contentTypeOf,
  isVersion2,
  noteSlowClient,
  protocolOf,
  readableFolder,
  startGitInSlot,
  withSlot,
  type Exchange,
} from './exchange';
import { packKey } from './pack-cache/pack-key';
import { PackFailedError } from './pack-cache/pack-entry';
import { sendEntry } from './pack-cache/send-entry';
import { parseCommandRequest, type CommandRequest } from './protocol/command-request';
import { PackDetector } from './protocol/pack-detector';
import { packet } from './protocol/pkt-line';
import { listRefsForClient } from './refs/ls-refs';
import { pacedChunks } from './streams/paced-chunks';
import { readRequest, type FetchRequest } from './streams/read-request';
import { HttpError, openBody } from './streams/request-body';
import { sendOutput } from './streams/send-output';
import type { RequestedGit } from './transport-state';

const TOO_MUCH_WORK = 'The server has stopped preparing the pack, because it takes too much processor time.';

/** Serves a request over HTTP. Stops when the client disconnects. */
export async function uploadPack(exchange: Exchange): Promise<void> {
  const { state, request, service } = exchange;
  const { maxFetchRequestSize, pace } = state.limits;
  const body = openBody(request, contentTypeOf(service, 'request'), maxFetchRequestSize);
  const received = await readRequest(
    exchange,
    pacedChunks(body, pace, () => noteSlowClient(state)),
  );
  try {
    if (isVersion2(protocolOf(request))) await serveCommand(exchange, received);
    else await runUploadPack(exchange, await readableFolder(exchange), received);
  } finally {
    received.close();
  }
}

/** Serves one command of protocol v2. */
export async function serveCommand(exchange: Exchange, received: FetchRequest): Promise<void> {
  const { state } = exchange;
  const repo = await readableFolder(exchange);
  const { bytes } = received;
  const command = bytes && parseCommandRequest(bytes);
  if (command?.command === 'ls-refs' && (await sendRefs(exchange, repo, command))) return;
  if (command?.command === 'bundle-uri' && (await sendBundleList(exchange, repo, command))) return;
  if (command !== undefined && isFullClone(command)) state.options.onClone?.(repo);
  if (command?.command === 'fetch' && bytes && (await sendCachedPack(exchange, repo, command, bytes))) return;
  await runUploadPack(exchange, repo, received);
}

/** Responds with the refs; false if git has to. */
async function sendRefs(exchange: Exchange, repo: string, command: CommandRequest): Promise<boolean> {
  const repository = exchange.state.options.openRepository?.(repo);
  if (repository === undefined) return false;
  const refs = await withSlot(exchange, 'advertise', () => listRefsForClient(repository, command));
  if (refs === undefined) return false;
  await exchange.reply.send(refs);
  return true;
}

/** Responds from the cache, or fills it; false if git has to respond directly. */
async function sendCachedPack(
  exchange: Exchange,
  repo: string,
  command: CommandRequest,
  body: Buffer,
): Promise<boolean> {
  const { state, reply, response, disconnected } = exchange;
  const repository = state.options.openRepository?.(repo);
  const key = repository && packKey(repository, command);
  if (key === undefined) return false;
  const entry = await state.packCache.find(key, repo, async () => {
    const { git } = packingGit(exchange, repo);
    const child = await startGitInSlot(exchange, 'upload', git);
    child.stdin.end(body);
    return child;
  });
  if (entry === undefined) return false;
  const release = entry.use();
  try {
    await sendEntry(entry, reply, disconnected);
    if (!disconnected.aborted) reply.end();
    return true;
  } catch (error) {
    // Another request may have filled the cache; git reports its failure to this client.
    if (!reply.hasStarted && !disconnected.aborted) return false;
    if (!(error instanceof PackFailedError)) throw error;
    // Git has told its client the reason, such as a filter that is not supported. The response is
    // not complete, and must not look so.
    response.destroy();
    return true;
  } finally {
    release();
  }
}

/** The process that serves a complete request, and the detector of its output. */
function packingGit({ state, request }: Exchange, repo: string): { git: RequestedGit; detector: PackDetector } {
  const detector = new PackDetector();
  const git: RequestedGit = {
    args: ['upload-pack', '--strict', '--stateless-rpc', '--end-of-options', repo],
    protocol: protocolOf(request),
    maxSilentCpuSeconds: state.limits.maxSilentCpuSeconds,
    isOutput: (chunk) => detector.push(chunk),
  };
  return { git, detector };
}

async function runUploadPack(exchange: Exchange, repo: string, received: FetchRequest): Promise<void> {
  const { disconnected, reply } = exchange;
  const { git, detector } = packingGit(exchange, repo);
  const child = await startGitInSlot(exchange, 'upload', git);
  const stop = (): void => child.stop();
  disconnected.addEventListener('abort', stop);
  if (disconnected.aborted) stop();
  const [input, output] = await Promise.allSettled([child.feed(received.content), sendOutput(exchange, child)]);
  const end = await child.ended;
  disconnected.removeEventListener('abort', stop);
  if (input.status === 'rejected') throw input.reason;
  if (output.status === 'rejected') throw output.reason;
  if (disconnected.aborted) return;
  await finishPacking(exchange, end, detector);
  reply.end();
}

/** Reports a failure of git to its client, if the client can still see it. */
export async function finishPacking(
  { state, reply }: Exchange,
  { ok, errorOutput, stoppedBy }: GitEnd,
  detector: PackDetector,
): Promise<void> {
  if (ok) return;
  if (stoppedBy === 'cpu' && !reply.hasStarted) throw new HttpError(503, TOO_MUCH_WORK);
  if (stoppedBy === 'cpu' && detector.hasSideBand) await reply.write(packet(`\x03${TOO_MUCH_WORK}\n`));
  if (stoppedBy !== undefined && reply.hasStarted) throw new Error(`upload-pack was stopped: ${stoppedBy}`);
  // A client that has enough after a negotiation round disconnects, which git reports as a failure;
  // it is not logged.
  if (reply.hasStarted) return;
  state.options.onError(new Error(errorOutput), 'upload-pack');
  throw new HttpError(500, 'git could not serve the request');
}
