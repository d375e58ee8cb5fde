import type { Socket } from 'node:net';

/** Address of the running git transport. */
export interface TransportEndpoint {
  port: number;
  /** Required secret of requests. */
  secret: string;
}

/** Finds the connection of a client, after this many bytes of a response were written to it. */
export type FindConnection = (sentBytes: number) => Promise<Socket | undefined>;

/** The git transport, which runs in a worker and is restarted when it ends. */
export interface GitTransport {
  /** Waits until the transport listens. Throws UnavailableError after a timeout. */
  address(): Promise<TransportEndpoint>;
  /**
   * Lets the transport write to the connection of a client, which it requests by the name in
   * `CONNECTION_HEADER`. Returns a function that withdraws the offer.
   */
  offerConnection(name: string, find: FindConnection): () => void;
}
