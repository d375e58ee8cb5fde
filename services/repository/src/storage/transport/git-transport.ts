/** Address of the running git transport. */
export interface TransportEndpoint {
  port: number;
  /** Required secret of requests. */
  secret: string;
}

/** The git transport, which runs in a worker and is restarted when it ends. */
export interface GitTransport {
  /** Waits until the transport listens. Throws UnavailableError after a timeout. */
  address(): Promise<TransportEndpoint>;
}
