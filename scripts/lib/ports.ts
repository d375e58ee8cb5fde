// Free TCP ports for processes that need a port before they start.

import { createServer } from 'node:net';
import { PlainError } from './fail.ts';

/** Below the range of outgoing connections, so that a reserved port stays free between restarts. */
const first = 20_000;
const last = 26_000;

/**
 * Distance from a port to its guard port. The process that reserves a port listens on the guard
 * until it ends, so that concurrent processes never reserve the same port, nor one whose process is
 * being restarted.
 */
const guardOffset = last - first;

/**
 * Reserves ports that no process listens on; they are not reserved again while this process lives.
 */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const ports = [];
  while (ports.length < count) {
    const port = first + Math.floor(Math.random() * (last - first));
    if ((await guard(port)) && (await isFree(port, host))) ports.push(port);
  }
  return ports;
}

/** @returns false if the port is already reserved */
function guard(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => resolve(false));
    const address = { port: port + guardOffset, host: '127.0.0.1', exclusive: true };
    server.listen(address, () => resolve(true)).unref();
  });
}

/**
 * Runs `work` with free ports, and retries with others if it rejects with EADDRINUSE because a port
 * was taken.
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

/** @returns whether a process could listen on it now */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenError(port, host)) === undefined;
}

/**
 * Throws one sentence that explains why a port is unavailable.
 * @throws {PlainError}
 */
export async function checkPort(port: number, host: string) {
  const code = await listenError(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE')
    throw new PlainError(
      `Port ${port} on ${host} is in use: choose another with --port, or stop the process that listens there.`,
    );
  if (code === 'EACCES')
    throw new PlainError(`Port ${port} needs privileges that this user lacks: choose one above 1023 with --port.`);
  throw new PlainError(`Cannot listen on ${host}:${port} (${code}): choose another with --host and --port.`);
}

/** @returns the error code */
function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
