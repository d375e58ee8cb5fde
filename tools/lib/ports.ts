// Free TCP ports for processes that must know theirs before they start.

import { createServer } from 'node:net';
import { PlainError } from './fail.ts';

/**
 * Below the range from which systems take the ports of outgoing connections, so that a kept port
 * stays ours between restarts.
 */
const first = 20_000;
const last = 26_000;

/**
 * How far above a port its guard lies. Who is given a port listens on the guard until its process
 * ends, so that two processes that look for ports at the same time never get the same one, nor one
 * whose owner is just being restarted.
 */
const guardOffset = last - first;

/**
 * Picks ports that nobody listens on; nobody who asks here is given them again while this process
 * lives.
 */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const ports = [];
  while (ports.length < count) {
    const port = first + Math.floor(Math.random() * (last - first));
    if ((await guard(port)) && (await isFree(port, host))) ports.push(port);
  }
  return ports;
}

/** @returns false when it is somebody's already */
function guard(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => resolve(false));
    const address = { port: port + guardOffset, host: '127.0.0.1', exclusive: true };
    server.listen(address, () => resolve(true)).unref();
  });
}

/**
 * Runs `work` with free ports, and again with others when it says that one was taken meanwhile (an
 * error with code EADDRINUSE).
 */
export async function withFreePorts<T>(
  count: number,
  work: (...ports: number[]) => Promise<T>,
  { attempts = 3, host }: { attempts?: number; host?: string } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(...(await freePorts(count, host)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === attempts) throw error;
    }
  }
}

/** @returns whether one could listen on it now */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenError(port, host)) === undefined;
}

/**
 * Says in one sentence why a port cannot be listened on.
 * @throws {PlainError}
 */
export async function checkPort(port: number, host: string) {
  const code = await listenError(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE')
    throw new PlainError(`Port ${port} on ${host} is in use: choose another with --port, or stop what listens there.`);
  if (code === 'EACCES')
    throw new PlainError(`Port ${port} needs rights that this user does not have: choose one above 1023 with --port.`);
  throw new PlainError(`Cannot listen on ${host}:${port} (${code}): choose another with --host and --port.`);
}

/** @returns the error's code */
function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
