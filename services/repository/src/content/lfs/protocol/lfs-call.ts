/** Requests of Git LFS clients, and their responses. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { VerifiedContext } from '@forgemesh/rpc';
import type { LfsAccess, LfsDeps } from '../deps';

/** A request. */
export interface LfsRequest {
  method: string;
  /** Path with its query, of `readLfsUrl`. */
  path: string;
  headers: IncomingHttpHeaders | OutgoingHttpHeaders;
  /** The caller and their access to the project. */
  context: VerifiedContext;
  /** Each chunk is valid until the next one is requested. */
  body: AsyncIterable<Buffer>;
  /** Ends the request when the client disconnects. */
  signal: AbortSignal;
}

/** A response. A stream is destroyed if the client disconnects. */
export interface LfsResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  content: Buffer | Readable;
}

/** A request of a caller who may read the project. */
export interface LfsCall extends LfsRequest {
  deps: LfsDeps;
  project_id: number;
  /** Storage of the repository. */
  storage: string;
  /** Parts of the path, as the route captures them. */
  params: readonly string[];
  query: URLSearchParams;
  /** URL of the LFS server of the project, without a trailing slash. */
  url: string;
  /** `Authorization` with which the client can repeat its credentials; absent without any. */
  authorization: string | undefined;
  access: LfsAccess;
}

/** Media type of the protocol. */
export const LFS_TYPE = 'application/vnd.git-lfs+json';

/** A response in JSON. */
export function json(status: number, body: unknown): LfsResponse {
  const content = Buffer.from(JSON.stringify(body));
  return { status, headers: { 'Content-Type': LFS_TYPE, 'Content-Length': content.length }, content };
}
