/**
 * A connection to the replicas of one address, which is reopened if it gets stuck.
 *
 * The gRPC library waits for a connection without a limit: connecting to an address whose machine
 * no longer exists takes minutes, until TCP times out, and the name is not resolved again in that
 * time.
 */
import {
  Client,
  connectivityState,
  credentials,
  type ChannelCredentials,
  type ChannelOptions,
  type Interceptor,
} from '@grpc/grpc-js';
import { ReadyWaiter } from './wait-for-ready';
import { watchedTarget } from './watched-names';

/** A connection. */
export interface Channel {
  /**
   * Returns the current client. Call it for every call and every retry, because it may be replaced.
   */
  client: () => Client;
  /**
   * How long a call that was not sent waits for the connection, in milliseconds; 0 if the service
   * has other replicas.
   */
  waitTimeoutMs: number;
  /** How often a call that may be repeated is, if its connection is lost before the response. */
  maxInterruptions: number;
  /**
   * Waits until the connection is ready. Resolves to false after `ms` since it was first found
   * unavailable, at the time `until`, or immediately if the wait timeout has passed already.
   */
  waitUntilReady(wait: { until?: number; ms?: number }): Promise<boolean>;
  /**
   * Calls the listener each time the connection becomes ready again, and keeps it from idling.
   * Returns a function that removes the listener.
   */
  onReady: (listener: () => void) => () => void;
  close(): void;
}

/** Options of a connection. */
export interface ConnectionOptions {
  /** Interval of the check whether it is stuck, in milliseconds. */
  checkMs?: number;
  /** How long calls wait for an unavailable service, in milliseconds. */
  waitTimeoutMs?: number;
  /**
   * How long calls wait at least if it has been unavailable for longer than that, in milliseconds.
   */
  minWaitMs?: number;
  /** Credentials of the connection; insecure by default. */
  credentials?: ChannelCredentials | undefined;
  /** Interceptors of all calls. */
  interceptors?: Interceptor[];
}

const CHECK_MS = 1_000;
/**
 * The client is reopened after this number of consecutive checks that found it neither ready nor
 * idle; then after twice as many.
 */
const MIN_STUCK_CHECKS = 5;
/**
 * Maximum of that number. A service may come back at another address at any moment, which a stuck
 * client does not notice: this limits how long its callers wait in vain.
 */
const MAX_STUCK_CHECKS = 10;

/** Opens a connection; nothing is sent before the first call. */
export function openChannel(
  address: string,
  options: ChannelOptions,
  {
    checkMs = CHECK_MS,
    waitTimeoutMs = 0,
    minWaitMs = 0,
    credentials: channelCredentials = credentials.createInsecure(),
    interceptors = [],
  }: ConnectionOptions = {},
): Channel {
  const listeners = new Set<() => void>();
  const waiter = waitTimeoutMs > 0 ? new ReadyWaiter(waitTimeoutMs, { minWaitMs }) : undefined;
  // A stuck connection must not be reused from the global pool.
  const open = (): Client =>
    new Client(watchedTarget(address), channelCredentials, {
      ...options,
      'grpc.use_local_subchannel_pool': 1,
      interceptors,
    });
  let client = open();
  let isClosed = false;
  let stuckChecks = 0;
  let stuckLimit = MIN_STUCK_CHECKS;

  const watchState = (watchedClient: Client): void => {
    const channel = watchedClient.getChannel();
    const wait = (state: connectivityState): void => {
      channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, (error) => {
        if (error || watchedClient !== client || listeners.size === 0) return;
        // `true` makes an idle channel connect: a lost service is found without waiting for a call.
        const next = channel.getConnectivityState(true);
        if (next === connectivityState.READY) listeners.forEach((listener) => listener());
        wait(next);
      });
    };
    wait(channel.getConnectivityState(true));
  };
  const onReady = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (listeners.size === 1) watchState(client);
    return () => void listeners.delete(listener);
  };

  const timer = setInterval(() => {
    const state = client.getChannel().getConnectivityState(false);
    const isHealthy = state === connectivityState.READY || state === connectivityState.IDLE;
    stuckChecks = isHealthy ? 0 : stuckChecks + 1;
    if (state === connectivityState.READY) stuckLimit = MIN_STUCK_CHECKS;
    if (stuckChecks < stuckLimit) return;
    stuckChecks = 0;
    stuckLimit = Math.min(2 * stuckLimit, MAX_STUCK_CHECKS);
    const old = client;
    client = open();
    // Pending calls fail with an error that shows that they were not sent, and are retried.
    old.close();
    if (listeners.size > 0) watchState(client);
  }, checkMs).unref();

  /** In steps, because the client may be replaced, and a wait on the old one does not end then. */
  const search = async (deadline: number): Promise<boolean> => {
    while (!isClosed && Date.now() < deadline) {
      const watched = client;
      const step = Math.min(deadline, Date.now() + CHECK_MS);
      const isReady = await new Promise<boolean>((resolve) =>
        watched.waitForReady(step, (error) => resolve(error === undefined)),
      );
      if (isReady) return true;
    }
    return false;
  };
  if (waiter) onReady(() => waiter.markReady());

  return {
    client: () => client,
    waitTimeoutMs,
    maxInterruptions: 1,
    async waitUntilReady({ until = Infinity, ms }) {
      if (client.getChannel().getConnectivityState(true) === connectivityState.READY) return true;
      return waiter ? waiter.wait(search, ms, until) : search(Math.min(until, Date.now() + (ms ?? 0)));
    },
    onReady,
    close() {
      isClosed = true;
      clearInterval(timer);
      listeners.clear();
      client.close();
    },
  };
}

/**
 * Whether a call was not sent or was rejected by a closing server, judged by the details of its
 * error: then it may be retried, even if it writes.
 */
export function wasUnsent(details: string): boolean {
  return /No connection established|No addresses resolved|Name resolution failed|Failed to connect|Channel closed before call|Stream refused by server/.test(
    details,
  );
}
