/** Serves `GET <path>/info/bundles/<id>.bundle`. */
import type { Readable } from 'node:stream';
import { PaceWatch } from '@forgemesh/admission';
import send, { type SendOptions } from 'send';
import { noteSlowClient, type Exchange } from '../exchange';
import { gitHeaders } from '../streams/reply';
import { HttpError } from '../streams/request-body';
import { bundleFolder } from './bundle-file';
import { findCloneBundle } from './find-clone-bundle';

/** The library hands options that it does not know itself to the stream of the file. */
type StreamedSendOptions = SendOptions & { highWaterMark: number };

const CONTENT_TYPE = 'application/x-git-bundle';
const BUFFER_BYTES = 64 * 1024;
const requestedId = /\/([0-9a-f]{32})\.bundle(?:\?|$)/;

/**
 * Streams the file, or a range of it. Errors: 404 for a bundle that is not usable any more; the
 * client then clones without it.
 */
export async function sendCloneBundle(exchange: Exchange): Promise<void> {
  const { state, request, grant, disconnected } = exchange;
  const id = requestedId.exec(request.url ?? '')?.[1];
  const repository = state.options.openRepository?.(grant.repo);
  const bundle = repository && (await findCloneBundle(repository));
  if (bundle === undefined || bundle.id !== id) throw new HttpError(404, 'Not Found');
  if (!disconnected.aborted) await stream(exchange, `/${bundle.id}.bundle`);
}

function stream({ state, request, response, grant }: Exchange, name: string): Promise<void> {
  const { cloneBundles: counts, limits, options } = state;
  // The file is read as fast as the client reads.
  const watch = new PaceWatch(limits.pace, () => {
    noteSlowClient(state);
    response.destroy();
  });
  watch.beginWait();
  response.once('close', () => watch.stop());
  const sendOptions: StreamedSendOptions = {
    root: bundleFolder(grant.repo),
    dotfiles: 'allow',
    index: false,
    extensions: false,
    cacheControl: false,
    etag: false,
    lastModified: false,
    highWaterMark: BUFFER_BYTES,
  };
  const file = send(request, name, sendOptions);
  file.on('headers', () => {
    for (const [header, value] of Object.entries(gitHeaders(CONTENT_TYPE))) response.setHeader(header, value);
  });
  file.on('stream', (content: Readable) => {
    content.on('data', (chunk: Buffer) => {
      counts.bytes += chunk.length;
      watch.endWait(chunk.length);
      watch.beginWait();
    });
    if (response.statusCode !== 200) return;
    counts.downloads += 1;
    options.onClone?.(grant.repo);
  });
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    file.on('error', (error: Error & { status: number; headers?: Record<string, string> }) => {
      if (!response.headersSent) for (const header of response.getHeaderNames()) response.removeHeader(header);
      reject(error.status < 500 ? new HttpError(error.status, error.message, error.headers) : error);
    });
    file.pipe(response);
  });
}
