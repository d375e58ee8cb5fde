/** HTTP requests that one part of a process relays to another without a connection. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { VerifiedContext } from '@forgemesh/rpc';
import type { RelayedRequest } from '@forgemesh/http';

/** A request of a client. */
export interface LocalRelayRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, already encoded. */
  path: string;
  headers: OutgoingHttpHeaders;
  /** The caller and their access, as the part would verify them in a request over HTTP. */
  context: VerifiedContext;
  /** Ends the request when the client disconnects. */
  signal: AbortSignal;
}

/** Passes a request on. A refusal is a reply; rejects only if the client has disconnected. */
export type LocalRelay = (request: LocalRelayRequest) => Promise<RelayedRequest>;
