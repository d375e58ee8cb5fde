/**
 * A connection to the replicas of one address, which is opened anew where it gets stuck.
 *
 * The library waits without a limit for a connection: an address whose machine is gone costs minutes, until TCP gives up, and nobody asks
 * meanwhile whether the name leads elsewhere by now.
 */
import { Client, connectivityState, credentials, type ChannelOptions } from '@grpc/grpc-js';

/** A connection. */
export interface Channel {
  /** With which calls are made now. It is asked for at each call, and again where one is repeated. */
  client: () => Client;
  /** Tells every time that it becomes ready after it was not, and keeps it from idling. Returns what ends that. */
  onReady: (listener: () => void) => () => void;
  close(): void;
}

const CHECK_MS = 1_000;
/** After so many checks in a row that found it neither ready nor idle it is opened anew; then after twice as many, and so on. */
const CHECKS = 5;
/** But always after so many. */
const MOST_CHECKS = 60;

/** Opens a connection; nothing is sent before the first call. */
export function openChannel(address: string, options: ChannelOptions, checkMs = CHECK_MS): Channel {
  const listeners = new Set<() => void>();
  // A connection that is stuck must not be found again in what all share.
  const open = (): Client =>
    new Client(address, credentials.createInsecure(), { ...options, 'grpc.use_local_subchannel_pool': 1 });
  let client = open();
  let stuck = 0;
  let patience = CHECKS;

  const follow = (followed: Client): void => {
    const channel = followed.getChannel();
    const wait = (state: connectivityState): void => {
      channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, (error) => {
        if (error || followed !== client || listeners.size === 0) return;
        // Asking with `true` opens an idle channel: a lost service is looked for without waiting for a request.
        const next = channel.getConnectivityState(true);
        if (next === connectivityState.READY) listeners.forEach((listener) => listener());
        wait(next);
      });
    };
    wait(channel.getConnectivityState(true));
  };

  const timer = setInterval(() => {
    const state = client.getChannel().getConnectivityState(false);
    const isFine = state === connectivityState.READY || state === connectivityState.IDLE;
    stuck = isFine ? 0 : stuck + 1;
    if (state === connectivityState.READY) patience = CHECKS;
    if (stuck < patience) return;
    stuck = 0;
    patience = Math.min(2 * patience, MOST_CHECKS);
    const old = client;
    client = open();
    // Calls that wait for it have not been sent: they are told so, and made again.
    old.close();
    if (listeners.size > 0) follow(client);
  }, checkMs).unref();

  return {
    client: () => client,
    onReady(listener) {
      listeners.add(listener);
      if (listeners.size === 1) follow(client);
      return () => void listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
      listeners.clear();
      client.close();
    },
  };
}

/** Whether a call was never sent, by what its error says: then it may be made again, whatever it does. */
export function wasUnsent(details: string): boolean {
  return /No connection established|Name resolution failed|Failed to connect|Channel closed before call/.test(details);
}
