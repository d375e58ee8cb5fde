import { feedRequest } from './feed-request';
import { HttpError } from './request-body';
import { endAnswer, streamAnswer } from './stream-answer';
import { protocolOf, readableFolder, startGit, type Exchange } from './transport-state';

/**
 * Serves a fetch or clone: the client's wishes in, a pack out. Ends with the client when it goes
 * away.
 */
export async function uploadPack(exchange: Exchange): Promise<void> {
  const { state, request, response, service, isSession, gone } = exchange;
  const contentType = `application/x-${service}-result`;
  const repo = await readableFolder(exchange);
  if (gone.aborted) return;
  const args = ['upload-pack', '--strict', ...(isSession ? [] : ['--stateless-rpc']), '--end-of-options', repo];
  const child = startGit(state, { args, protocol: protocolOf(request) });
  gone.addEventListener('abort', () => child.stop());
  const feeding = feedRequest(exchange, child, state.limits.maxFetchRequestSize);
  const [fed, said] = await Promise.allSettled([feeding, streamAnswer(child, response, contentType)]);
  const { ok, words } = await child.ended;
  if (fed.status === 'rejected') throw fed.reason;
  if (said.status === 'rejected') throw said.reason;
  if (gone.aborted) return;
  // A client that has enough after a negotiation round hangs up, which git calls a failure: not
  // worth a line.
  if (!ok && !said.value) {
    state.options.onError(new Error(words), 'upload-pack');
    throw new HttpError(500, 'git could not serve the request');
  }
  endAnswer(response, contentType);
}
