import { Readable } from 'node:stream';
import { sendBundleList } from './clone-bundles/announce';
import { isFullClone } from './clone-bundles/is-full-clone';
import { packKey } from './pack-cache/pack-key';
import { sendEntry } from './pack-cache/send-entry';
import { parseCommandRequest, type CommandRequest } from './protocol/command-request';
import { listRefsForClient } from './refs/ls-refs';
import { feedBody, openRequestBody } from './streams/feed-request';
import { HttpError } from './streams/request-body';
import { readSmallBody } from './streams/small-body';
import { endResponse, streamResponse } from './streams/stream-response';
import { gitHeaders, isVersion2, protocolOf, readableFolder, startGit, type Exchange } from './transport-state';

/** Requests of clones and `ls-remote` are a few kilobytes. */
const MAX_SMALL_BODY_BYTES = 128 * 1024;

/**
 * Serves a fetch or clone: streams the request into git and the pack out. Stops when the client
 * disconnects. Lists of refs and repeated requests need no process.
 */
export async function uploadPack(exchange: Exchange): Promise<void> {
  const { state, request, isSession } = exchange;
  const repo = await readableFolder(exchange);
  const open = (): Readable => openRequestBody(exchange, state.limits.maxFetchRequestSize);
  if (isSession || !isVersion2(protocolOf(request))) return runUploadPack(exchange, repo, open);
  const { bytes, stream } = await readSmallBody(open(), MAX_SMALL_BODY_BYTES, state.limits.idleMs);
  const command = stream === undefined ? parseCommandRequest(bytes) : undefined;
  if (command?.command === 'ls-refs' && (await sendRefs(exchange, repo, command))) return;
  if (command?.command === 'bundle-uri' && (await sendBundleList(exchange, repo, command))) return;
  if (command !== undefined && isFullClone(command)) state.options.onClone?.(repo);
  if (command?.command === 'fetch' && (await sendCachedPack(exchange, repo, command, bytes))) return;
  await runUploadPack(exchange, repo, () => stream ?? Readable.from([bytes], { objectMode: false }));
}

/** Responds with the refs; false if git has to. */
async function sendRefs(
  { state, response, service }: Exchange,
  repo: string,
  command: CommandRequest,
): Promise<boolean> {
  const repository = state.options.openRepository?.(repo);
  const refs = repository && (await listRefsForClient(repository, command));
  if (refs === undefined) return false;
  response.writeHead(200, { ...gitHeaders(`application/x-${service}-result`), 'Content-Length': String(refs.length) });
  response.end(refs);
  return true;
}

/** Responds from the cache, or fills it; false if git has to respond directly. */
async function sendCachedPack(
  exchange: Exchange,
  repo: string,
  command: CommandRequest,
  body: Buffer,
): Promise<boolean> {
  const { state, request, response, service, disconnected } = exchange;
  const repository = state.options.openRepository?.(repo);
  const key = repository && packKey(repository, command);
  if (key === undefined) return false;
  const entry = await state.packCache.find(key, repo, () => {
    const child = startGit(state, { args: uploadPackArgs(exchange, repo), protocol: protocolOf(request) });
    child.stdin.end(body);
    return child;
  });
  if (entry === undefined) return false;
  const release = entry.use();
  try {
    // A client that reads nothing must not keep its slot.
    response.setTimeout(state.limits.idleMs, () => response.destroy());
    const contentType = `application/x-${service}-result`;
    await sendEntry(entry, response, contentType, disconnected);
    if (!disconnected.aborted) endResponse(response, contentType);
    return true;
  } catch (error) {
    // Another request may have filled the cache; git reports its failure to this client.
    if (!response.headersSent && !response.destroyed) return false;
    throw error;
  } finally {
    release();
  }
}

function uploadPackArgs({ isSession }: Exchange, repo: string): string[] {
  return ['upload-pack', '--strict', ...(isSession ? [] : ['--stateless-rpc']), '--end-of-options', repo];
}

async function runUploadPack(exchange: Exchange, repo: string, open: () => Readable): Promise<void> {
  const { state, request, response, service, disconnected } = exchange;
  const contentType = `application/x-${service}-result`;
  if (disconnected.aborted) return;
  const child = startGit(state, { args: uploadPackArgs(exchange, repo), protocol: protocolOf(request) });
  disconnected.addEventListener('abort', () => child.stop());
  const feeding = feedBody(exchange, child, open);
  const [input, output] = await Promise.allSettled([feeding, streamResponse(child, response, contentType)]);
  const { ok, errorOutput } = await child.ended;
  if (input.status === 'rejected') throw input.reason;
  if (output.status === 'rejected') throw output.reason;
  if (disconnected.aborted) return;
  // A client that has enough after a negotiation round disconnects, which git reports as a failure;
  // it is not logged.
  if (!ok && !output.value) {
    state.options.onError(new Error(errorOutput), 'upload-pack');
    throw new HttpError(500, 'git could not serve the request');
  }
  endResponse(response, contentType);
}
