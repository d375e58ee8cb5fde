// Free TCP ports for processes that must know theirs before they start.

import { createServer } from 'node:net';
import { PlainError } from './fail.ts';

/** Below the range from which systems take the ports of outgoing connections, so that a kept port stays ours between restarts. */
const first = 20_000;
const last = 26_000;

/**
 * How far above a port its guard lies. Who is given a port listens on the guard until its process ends, so that two processes that
 * look for ports at the same time never get the same one, nor one whose owner is just being restarted.
 */
const guardOffset = last - first;

/**
 * Picks ports that nobody listens on; nobody who asks here is given them again while this process lives.
 * @param {number} count
 * @param {string} [host]
 * @returns {Promise<number[]>}
 */
export async function freePorts(count, host = '127.0.0.1') {
  const ports = [];
  while (ports.length < count) {
    const port = first + Math.floor(Math.random() * (last - first));
    if ((await guard(port)) && (await isFree(port, host))) ports.push(port);
  }
  return ports;
}

/** @param {number} port @returns {Promise<boolean>} false when it is somebody's already */
function guard(port) {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => resolve(false));
    const address = { port: port + guardOffset, host: '127.0.0.1', exclusive: true };
    server.listen(address, () => resolve(true)).unref();
  });
}

/**
 * Runs `work` with free ports, and again with others when it says that one was taken meanwhile (an error with code EADDRINUSE).
 * @template T
 * @param {number} count
 * @param {(...ports: number[]) => Promise<T>} work
 * @param {{ attempts?: number, host?: string }} [options]
 * @returns {Promise<T>}
 */
export async function withFreePorts(count, work, { attempts = 3, host } = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(...(await freePorts(count, host)));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE' || attempt === attempts) throw error;
    }
  }
}

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether one could listen on it now
 */
export async function isFree(port, host = '127.0.0.1') {
  return (await listenError(port, host)) === undefined;
}

/**
 * Says in one sentence why a port cannot be listened on.
 * @param {number} port
 * @param {string} host
 * @throws {PlainError}
 */
export async function checkPort(port, host) {
  const code = await listenError(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE')
    throw new PlainError(`Port ${port} on ${host} is in use: choose another with --port, or stop what listens there.`);
  if (code === 'EACCES')
    throw new PlainError(`Port ${port} needs rights that this user does not have: choose one above 1023 with --port.`);
  throw new PlainError(`Cannot listen on ${host}:${port} (${code}): choose another with --host and --port.`);
}

/** @param {number} port @param {string} host @returns {Promise<string | undefined>} the error's code */
function listenError(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
