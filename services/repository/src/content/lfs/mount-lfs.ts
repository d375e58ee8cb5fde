/** Serves LFS clients on this process's HTTP port, behind the gateway. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readChunks } from '@forgemesh/http';
import { verifyGitContext } from '#storage';
import type { LfsDeps } from './deps';
import { handleLfs } from './protocol/handle-lfs';
import type { LfsResponse } from './protocol/lfs-call';
import { presentError } from './protocol/lfs-error';
import { readLfsUrl } from './protocol/lfs-url';

/** Serves `/git/<project id>/project/info/lfs/...`; returns false for any other path. */
export function mountLfs(deps: LfsDeps): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const url = readLfsUrl(request.url ?? '');
    if (!url) return false;
    serve(deps, request, response, url.project_id)
      .catch((error: unknown) => presentError(deps, error))
      .then((presented) => send(response, presented))
      .catch((error: unknown) => deps.log.debug({ err: error }, 'LFS response failed'));
    return true;
  };
}

async function serve(
  deps: LfsDeps,
  request: IncomingMessage,
  response: ServerResponse,
  projectId: number,
): Promise<LfsResponse> {
  const context = await verifyGitContext(deps.verifier, request, { project_id: projectId, kind: 'project' });
  const { method = '', url: path = '', headers } = request;
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort(new Error('the client has disconnected')));
  return handleLfs(deps, { method, path, headers, context, body: readChunks(request), signal: disconnected.signal });
}

async function send(response: ServerResponse, { status, headers, content }: LfsResponse): Promise<void> {
  if (response.destroyed) {
    if (content instanceof Readable) content.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (content instanceof Readable) await pipeline(content, response);
  else response.end(content);
}
