// `npm start`: from a fresh checkout to a running mesh, one line per step; Ctrl-C stops everything
// in order.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { keepRunning, startNats, startStorage } from './engines/index.ts';
import { explain, PlainError, runMain } from './lib/fail.ts';
import { createLog, type Log } from './lib/log.ts';
import { checkPort, isFree } from './lib/ports.ts';
import { createStops, type Stops } from './lib/stops.ts';
import { root } from './lib/root.ts';
import { emptyDataFolder, startMesh, takeDataFolder } from './mesh/index.ts';
import type { Mesh } from './mesh/start-mesh.ts';

const usage = `Usage: npm start -- [options]
  --port NUMBER      port of the web interface and API (8080)
  --ssh-port NUMBER  port of git over SSH, 0 for none (2222, none where that is taken)
  --host ADDRESS     address to listen on (127.0.0.1)
  --data FOLDER      where everything is kept (.data)
  --new-root-token   make another token for the administrator, who has lost the first
  --fresh            delete what the data folder holds first
  --help             show this
Environment: MONGODB_URI and NATS_URL name engines to use instead of starting some; FORGE_EXTERNAL_URL is the address
that clients use; FORGE_ROOT_TOKEN is the administrator's token of a first start; FORGE_LICENSE_TIER is the licence tier;
FORGE_GEO_ROLE=secondary makes it a secondary node of another instance (see README.md).`;

const SSH_PORT = 2222;

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const stops = createStops(log);
  try {
    await start(options, log, stops);
  } catch (error) {
    if (!stops.isStopping()) {
      await stops.all();
      throw error;
    }
    // What was under way when Ctrl-C came may fail: that is no news.
  }
  return stops.finished();
});

async function start(
  { host, port, sshPort, dataDir, fresh, 'new-root-token': newRootToken }: ReturnType<typeof readOptions>,
  log: Log,
  stops: Stops,
) {
  await checkPort(port, host);
  const ssh = await chooseSshPort(sshPort, host, log);
  stops.add(undefined, takeDataFolder(dataDir));
  if (fresh) await log.step(`Emptying ${dataDir}`, () => emptyDataFolder(dataDir));
  await build({ log });

  const storage = await keepRunning('The storage engine', (own) => startStorage({ dataDir, log, port: own }), log);
  stops.add('Stopping the storage engine', storage.stop);
  const nats = await keepRunning('NATS', (own) => startNats({ dataDir, log, port: own }), log);
  stops.add('Stopping NATS', nats.stop);
  const externalUrl = process.env.FORGE_EXTERNAL_URL || undefined;
  const place = { dataDir, isTaken: true, host, port, externalUrl, env: ssh };
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({ ...place, storageUri: storage.uri, natsUrl: nats.url, newRootToken, log }),
  );
  stops.add('Stopping the mesh', mesh.stop);
  announce(mesh, { dataDir, ssh }, log);
}

/**
 * Git over SSH is no reason not to start: where nobody asked for a port and the usual one is taken,
 * it is off. What is asked for here wins over the environment.
 * @returns what the processes are told
 */
async function chooseSshPort(wanted: number | undefined, host: string, log: Log): Promise<Record<string, string>> {
  if (wanted === undefined && process.env.FORGE_SSH_PORT) return {};
  delete process.env.FORGE_SSH_PORT;
  if (wanted === 0) return {};
  const port = wanted ?? SSH_PORT;
  if (wanted !== undefined) await checkPort(port, host);
  else if (!(await isFree(port, host))) {
    log.say(`Git over SSH is off: port ${port} is in use. Choose another with --ssh-port.`);
    return {};
  }
  return { FORGE_SSH_PORT: String(port) };
}

function announce(
  { url, rootToken, isNew, rootTokenNotice }: Mesh,
  { dataDir, ssh }: { dataDir: string; ssh: Record<string, string> },
  log: Log,
) {
  log.say('');
  log.say(`Forgemesh is ready at ${url}`);
  log.say(`API reference:        ${url}/-/docs`);
  if (ssh.FORGE_SSH_PORT) log.say(`Git over SSH:         port ${ssh.FORGE_SSH_PORT}`);
  if (rootToken) log.say(`Administrator:        user root, token in ${resolve(dataDir, 'root-token')}`);
  for (const line of rootTokenNotice?.split('\n') ?? []) log.say(line);
  // Shown at the first start only; a token from the environment is known already.
  if (isNew && rootToken && !process.env.FORGE_ROOT_TOKEN) log.say(`Its token, shown once: ${rootToken}`);
  log.say('Ctrl-C stops it.');
}

function readOptions(args: string[]) {
  const { values } = parse(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`--port must be a number from 1 to 65535, not ${values.port}.\n${usage}`);
  }
  const sshPort = values['ssh-port'] === undefined ? undefined : Number(values['ssh-port']);
  if (sshPort !== undefined && (!Number.isInteger(sshPort) || sshPort < 0 || sshPort > 65_535)) {
    throw new PlainError(`--ssh-port must be a number from 0 to 65535, not ${values['ssh-port']}.\n${usage}`);
  }
  return { ...values, port, sshPort, dataDir: resolve(root, values.data) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        'ssh-port': { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: '.data' },
        fresh: { type: 'boolean', default: false },
        'new-root-token': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PlainError(
      `${
        explain(error)
          .split('\n')[0]
          ?.replace(/^.*?Error.*?: /, '')
          .split('. ')[0]
      }.\n${usage}`,
    );
  }
}
