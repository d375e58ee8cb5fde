/**
 * A connection to the replicas of one address, which is opened anew where it gets stuck.
 *
 * The library waits without a limit for a connection: an address whose machine is gone costs
 * minutes, until TCP gives up, and nobody asks meanwhile whether the name leads elsewhere by now.
 */
import { Client, connectivityState, credentials, type ChannelCredentials, type ChannelOptions } from '@grpc/grpc-js';
import { ReadyWaiter } from './wait-for-ready';

/** A connection. */
export interface Channel {
  /**
   * With which calls are made now. It is asked for at each call, and again where one is repeated.
   */
  client: () => Client;
  /**
   * How long a call that was not sent waits for the connection, in milliseconds; 0 where others
   * stand in for what is away.
   */
  waitTimeoutMs: number;
  /**
   * Waits until it is ready. False where that takes too long: after `ms` since it was first missed,
   * at the time `until`, or at once where nobody waits any more.
   */
  becomesReady(wait: { until?: number; ms?: number }): Promise<boolean>;
  /**
   * Tells every time that it becomes ready after it was not, and keeps it from idling. Returns what
   * ends that.
   */
  onReady: (listener: () => void) => () => void;
  close(): void;
}

/** How a connection is kept. */
export interface Upkeep {
  /** How often it is looked whether it is stuck, in milliseconds. */
  checkMs?: number;
  /** How long calls wait for what is away, in milliseconds. */
  waitTimeoutMs?: number;
  /** How long they wait for what has been away for longer than that. */
  leastMs?: number;
  /** Credentials of the connection; insecure by default. */
  credentials?: ChannelCredentials | undefined;
}

const CHECK_MS = 1_000;
/**
 * After so many checks in a row that found it neither ready nor idle it is opened anew; then after
 * twice as many.
 */
const CHECKS = 5;
/**
 * But always after so many. What is away may come back at another address at any moment, and who is
 * stuck at the old one does not see it: this is the longest that its callers wait in vain.
 */
const MAX_CHECKS = 10;

/** Opens a connection; nothing is sent before the first call. */
export function openChannel(
  address: string,
  options: ChannelOptions,
  { checkMs = CHECK_MS, waitTimeoutMs = 0, leastMs = 0, credentials: used = credentials.createInsecure() }: Upkeep = {},
): Channel {
  const listeners = new Set<() => void>();
  const patience = waitTimeoutMs > 0 ? new ReadyWaiter(waitTimeoutMs, { leastMs }) : undefined;
  // A connection that is stuck must not be found again in what all share.
  const open = (): Client => new Client(address, used, { ...options, 'grpc.use_local_subchannel_pool': 1 });
  let client = open();
  let isClosed = false;
  let stuck = 0;
  let mostStuck = CHECKS;

  const follow = (followed: Client): void => {
    const channel = followed.getChannel();
    const wait = (state: connectivityState): void => {
      channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, (error) => {
        if (error || followed !== client || listeners.size === 0) return;
        // Asking with `true` opens an idle channel: a lost service is looked for without waiting
        // for a request.
        const next = channel.getConnectivityState(true);
        if (next === connectivityState.READY) listeners.forEach((listener) => listener());
        wait(next);
      });
    };
    wait(channel.getConnectivityState(true));
  };
  const onReady = (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (listeners.size === 1) follow(client);
    return () => void listeners.delete(listener);
  };

  const timer = setInterval(() => {
    const state = client.getChannel().getConnectivityState(false);
    const isFine = state === connectivityState.READY || state === connectivityState.IDLE;
    stuck = isFine ? 0 : stuck + 1;
    if (state === connectivityState.READY) mostStuck = CHECKS;
    if (stuck < mostStuck) return;
    stuck = 0;
    mostStuck = Math.min(2 * mostStuck, MAX_CHECKS);
    const old = client;
    client = open();
    // Calls that wait for it have not been sent: they are told so, and made again.
    old.close();
    if (listeners.size > 0) follow(client);
  }, checkMs).unref();

  /**
   * In steps, since the client may be another one by then, and who watches the old one hears of
   * nothing.
   */
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
  if (patience) onReady(() => patience.found());

  return {
    client: () => client,
    waitTimeoutMs,
    async becomesReady({ until = Infinity, ms }) {
      if (client.getChannel().getConnectivityState(true) === connectivityState.READY) return true;
      return patience ? patience.wait(search, ms, until) : search(Math.min(until, Date.now() + (ms ?? 0)));
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
 * Whether a call was never sent, or was told by the other side that it takes no more, by what its
 * error says: then it may be made again, whatever it does.
 */
export function wasUnsent(details: string): boolean {
  return /No connection established|No addresses resolved|Name resolution failed|Failed to connect|Channel closed before call|Stream refused by server/.test(
    details,
  );
}
