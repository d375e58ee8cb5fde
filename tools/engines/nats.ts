// NATS with JetStream on a data folder, loopback only; every message is on disk before it is
// acknowledged. Each service is a user of its own (mesh/event-users.ts).

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { silentLog, type Log } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { ADMINISTRATOR, authorizationOf, eventUsers } from '../mesh/event-users.ts';
import { endOf, endChild, spawnTied, tail } from '../lib/processes.ts';
import { findNatsServer } from './nats-server.ts';
import { claimFolder, forgetOwner, recordOwner } from './owner.ts';
import { ensurePasswords } from './passwords.ts';
import { untilAnswers } from './wait.ts';

interface Nats {
  /** With the administrator's password. */
  url: string;
  /** Undefined when it is not ours. */
  pid: number | undefined;
  /** Undefined when it is not ours. */
  port: number | undefined;
  /** Resolves when it ends, by itself or not; never when it is not ours. */
  ended: Promise<unknown>;
  /** Ends it in order; does nothing when it is not ours. */
  stop: () => Promise<void>;
}

/** Starts the server with its data in `<dataDir>/nats` and waits until JetStream answers. */
export async function startNats({
  dataDir,
  log = silentLog,
  port,
}: {
  dataDir: string;
  log?: Log;
  /** A free one by default; give the old one to bring a killed server back. */
  port?: number;
}): Promise<Nats> {
  const url = process.env.NATS_URL;
  if (url) {
    log.say('Using the event server that NATS_URL names');
    return { url, pid: undefined, port: undefined, ended: new Promise(() => undefined), stop: async () => undefined };
  }
  const [command, ...args] = await findNatsServer(log);
  const chosen = port ?? (await freePorts(1))[0] ?? 0;
  return log.step('Starting NATS', () => start(command as string, args, dataDir, chosen, log));
}

async function start(command: string, args: string[], dataDir: string, port: number, log: Log): Promise<Nats> {
  const folder = resolve(dataDir, 'nats');
  const passwords = ensurePasswords(resolve(dataDir), 'nats', eventUsers);
  const password = String(passwords[ADMINISTRATOR]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await claimFolder(folder, log);
  const configFile = join(folder, 'nats.conf');
  const logFile = join(folder, 'nats.log');
  writeFileSync(configFile, config(folder, logFile, port, passwords), { mode: 0o600 });
  const child = spawnTied(command, [...args, '-c', configFile], { stdio: 'ignore' });
  child.on('error', () => undefined);
  if (child.pid) recordOwner(folder, child.pid);
  await untilAnswers(child, () => askJetStream(port, password), {
    name: 'nats-server',
    timeoutMs: 120_000,
    lastWords: () => tail(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '', 3),
  });
  return {
    url: `nats://${ADMINISTRATOR}:${password}@127.0.0.1:${port}`,
    pid: child.pid,
    port,
    ended: endOf(child),
    async stop() {
      await endChild(child);
      forgetOwner(folder);
    },
  };
}

function config(folder: string, logFile: string, port: number, passwords: Record<string, string>) {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    `jetstream { store_dir: ${JSON.stringify(folder)}, sync_interval: always }`,
    'max_payload: 8MB',
    `authorization: ${JSON.stringify(authorizationOf(passwords))}`,
    `log_file: ${JSON.stringify(logFile)}`,
    'logfile_size_limit: 20MB',
    'logfile_max_num: 3',
    '',
  ].join('\n');
}

/**
 * Asks JetStream for its account information: the server greets before JetStream has recovered its
 * streams.
 * @param password the administrator's
 */
function askJetStream(port: number, password: string) {
  const signIn = JSON.stringify({ verbose: false, user: ADMINISTRATOR, pass: password });
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    const finish = (error: Error | undefined) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(undefined);
    };
    socket.setTimeout(5_000, () => finish(new Error('no answer in time')));
    socket.on('error', finish);
    socket.on('close', () => finish(new Error('connection closed')));
    socket.on('connect', () => {
      socket.write(`CONNECT ${signIn}\r\nSUB answer 1\r\nPUB $JS.API.INFO answer 0\r\n\r\n`);
    });
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('io.nats.jetstream.api.v1.account_info_response')) {
        finish(answer.includes('"error"') ? new Error('JetStream is not ready') : undefined);
      }
    });
  });
}
