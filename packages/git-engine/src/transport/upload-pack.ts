import { feedRequest } from './streams/feed-request';
import { HttpError } from './streams/request-body';
import { endResponse, streamResponse } from './streams/stream-response';
import { protocolOf, readableFolder, startGit, type Exchange } from './transport-state';

/**
 * Serves a fetch or clone: streams the request into git and the pack out. Stops when the client
 * disconnects.
 */
export async function uploadPack(exchange: Exchange): Promise<void> {
  const { state, request, response, service, isSession, disconnected } = exchange;
  const contentType = `application/x-${service}-result`;
  const repo = await readableFolder(exchange);
  if (disconnected.aborted) return;
  const args = ['upload-pack', '--strict', ...(isSession ? [] : ['--stateless-rpc']), '--end-of-options', repo];
  const child = startGit(state, { args, protocol: protocolOf(request) });
  disconnected.addEventListener('abort', () => child.stop());
  const feeding = feedRequest(exchange, child, state.limits.maxFetchRequestSize);
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
