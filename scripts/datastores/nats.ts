// NATS with JetStream on a data folder, on loopback only; every message is on disk before it is
// acknowledged, except for disposable data. Each service has its own user (mesh/event-users.ts).

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { silentLog, type Log } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { authorizationOf, eventUsers } from '../mesh/event-users.ts';
import { waitForExit, minimalEnvironment, stopChild, spawnLinked, tail } from '../lib/processes.ts';
import { findNatsServer } from './nats-server.ts';
import { ensureUnused, clearOwnership, recordOwnership } from './ownership.ts';
import { ADMINISTRATOR, ensurePasswords } from './passwords.ts';
import { waitForReady } from './wait-for-ready.ts';

interface Nats {
  /** Includes the administrator's password. */
  url: string;
  /** Undefined if the server is external. */
  pid: number | undefined;
  /** Undefined if the server is external. */
  port: number | undefined;
  /** Resolves when the server ends for any reason; never if it is external. */
  ended: Promise<unknown>;
  /** Stops the server in order; does nothing if it is external. */
  stop: () => Promise<void>;
}

/** Starts the server with its data in `<dataDir>/nats` and waits until JetStream is ready. */
export async function startNats({
  dataDir,
  log = silentLog,
  port,
  durable = true,
}: {
  dataDir: string;
  log?: Log;
  /** False for disposable data: messages are lost if the machine fails. */
  durable?: boolean;
  /** A free port by default; pass the previous one to restart a killed server. */
  port?: number;
}): Promise<Nats> {
  const url = process.env.NATS_URL;
  if (url) {
    log.print('Using the NATS server of NATS_URL');
    return { url, pid: undefined, port: undefined, ended: new Promise(() => undefined), stop: async () => undefined };
  }
  const [command, ...args] = await findNatsServer(log);
  const chosen = port ?? (await freePorts(1))[0] ?? 0;
  return log.step('Starting NATS', () => start(command as string, args, { dataDir, port: chosen, durable, log }));
}

async function start(
  command: string,
  args: string[],
  { dataDir, port, durable, log }: { dataDir: string; port: number; durable: boolean; log: Log },
): Promise<Nats> {
  const folder = resolve(dataDir, 'nats');
  const passwords = ensurePasswords(resolve(dataDir), 'nats', eventUsers);
  const password = String(passwords[ADMINISTRATOR]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await ensureUnused(folder, log);
  const configFile = join(folder, 'nats.conf');
  const logFile = join(folder, 'nats.log');
  writeFileSync(configFile, config({ folder, logFile, port, durable, passwords }), { mode: 0o600 });
  const child = spawnLinked(command, [...args, '-c', configFile], { stdio: 'ignore', env: minimalEnvironment() });
  child.on('error', () => undefined);
  if (child.pid) recordOwnership(folder, child.pid);
  await waitForReady(child, () => queryJetStream(port, password), {
    name: 'nats-server',
    timeoutMs: 120_000,
    lastLines: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
  });
  return {
    url: `nats://${ADMINISTRATOR}:${password}@127.0.0.1:${port}`,
    pid: child.pid,
    port,
    ended: waitForExit(child),
    async stop() {
      await stopChild(child);
      clearOwnership(folder);
    },
  };
}

function config({
  folder,
  logFile,
  port,
  durable,
  passwords,
}: {
  folder: string;
  logFile: string;
  port: number;
  durable: boolean;
  passwords: Record<string, string>;
}) {
  const jetstream = [`store_dir: ${JSON.stringify(folder)}`];
  if (durable) jetstream.push('sync_interval: always');
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `jetstream { ${jetstream.join(', ')} }`,
    'max_payload: 8MB',
    `authorization: ${JSON.stringify(authorizationOf(passwords))}`,
    `log_file: ${JSON.stringify(logFile)}`,
    'logfile_size_limit: 20MB',
    'logfile_max_num: 3',
    '',
  ].join('\n');
}

/**
 * Queries the account information of JetStream, because the server accepts connections before
 * JetStream has recovered its streams.
 * @param password of the administrator
 */
function queryJetStream(port: number, password: string) {
  const signIn = JSON.stringify({ verbose: false, user: ADMINISTRATOR, pass: password });
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let output = '';
    const finish = (error: Error | undefined) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(undefined);
    };
    socket.setTimeout(5_000, () => finish(new Error('timeout')));
    socket.on('error', finish);
    socket.on('close', () => finish(new Error('connection closed')));
    socket.on('connect', () => {
      socket.write(`CONNECT ${signIn}\r\nSUB reply 1\r\nPUB $JS.API.INFO reply 0\r\n\r\n`);
    });
    socket.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      if (output.includes('io.nats.jetstream.api.v1.account_info_response')) {
        finish(output.includes('"error"') ? new Error('JetStream is not ready') : undefined);
      }
    });
  });
}
