// `npm start`: starts a mesh from a fresh checkout, one line per step; Ctrl-C stops everything in
// order.

import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { supervise, startNats, startStorage } from '../datastores/index.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog, type Log } from '../lib/log.ts';
import { checkPort, isFree } from '../lib/ports.ts';
import { run } from '../lib/processes.ts';
import { createShutdownHooks, type ShutdownHooks } from '../lib/shutdown.ts';
import { root } from '../lib/root.ts';
import { emptyDataFolder, lockDataFolder, readTarget, startMesh, startTarget } from '../mesh/index.ts';
import { ensureServiceUsers } from '../mesh/database-users.ts';
import { readLayout, readRepositories, type Layout } from '../mesh/layout.ts';
import { DATABASE_PREFIX, type Mesh } from '../mesh/start-mesh.ts';

const usage = `Usage: npm start -- [options]
  --port NUMBER      port of the web interface and API (8080)
  --ssh-port NUMBER  port of git over SSH, 0 to disable (2222 if it is free)
  --host ADDRESS     address to listen on (127.0.0.1)
  --data FOLDER      folder of all data (.data)
  --processes KIND   single: one process runs all services; separate: one process for each service
                     (single with up to two cores, otherwise separate)
  --repositories NUMBER
                     processes that serve the repositories, 1 to 9 (1). More than one needs separate processes, and
                     keeps all repositories in the object store: each process has a cache of them
  --target NAMES     with --upstream: run only these services, separated by commas
  --upstream URL     data folder of a running instance (file:///srv/data), which runs the other services
  --new-root-token   create another token for an administrator who lost the first
  --fresh            delete the content of the data folder first
  --help             show this
Environment: MONGODB_URI and NATS_URL name an existing database and NATS server to use; FORGE_EXTERNAL_URL is the address
that clients use; FORGE_ROOT_TOKEN is the administrator's token of a first start; FORGE_LICENSE_TIER is the license tier;
FORGE_GEO_ROLE=secondary makes it a secondary node of another instance (see README.md).`;

const SSH_PORT = 2222;
const SHARED_DATABASE_NOTICE =
  'Its services share one user of the embedded database, which cannot limit them: to isolate them from each other, set MONGODB_URI_<SERVICE> (docs/security.md).';
/** Number of cores up to which one process runs all services. */
const MAX_CORES_OF_SINGLE = 2;

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const shutdown = createShutdownHooks(log);
  try {
    await start(options, log, shutdown);
  } catch (error) {
    if (!shutdown.isStopping()) {
      await shutdown.all();
      throw error;
    }
    // After Ctrl-C, running work may fail; the error is not reported.
  }
  return shutdown.finished();
});

async function start(options: ReturnType<typeof readOptions>, log: Log, shutdown: ShutdownHooks) {
  const { host, port, sshPort, dataDir, fresh, processes, repositories, target } = options;
  const { 'new-root-token': newRootToken } = options;
  await checkPort(port, host);
  const ssh = await chooseSshPort(sshPort, host, log);
  shutdown.add(undefined, lockDataFolder(dataDir));
  if (fresh) await log.step(`Emptying ${dataDir}`, () => emptyDataFolder(dataDir));
  const externalUrl = process.env.FORGE_EXTERNAL_URL || undefined;
  if (target) {
    await build();
    const joined = { ...target, dataDir, host, port, externalUrl, env: ssh, log };
    const services = await log.step(`Starting ${target.target.join(', ')}`, () => startTarget(joined));
    shutdown.add('Stopping the services', services.stop);
    return announce(services, { ssh }, log);
  }

  const prepared = [startDatabase(dataDir, log, shutdown), startMessaging(dataDir, log, shutdown), build()] as const;
  // A failure waits for the others, so that everything that was started is stopped.
  await Promise.allSettled(prepared);
  const [storage, nats] = await Promise.all(prepared);
  if (storage.kind === 'mongod') {
    const users = { storageUri: storage.uri, dataDir, databasePrefix: DATABASE_PREFIX };
    await log.step('Creating the users of the database', () => ensureServiceUsers(users));
  }
  const place = { dataDir, isLocked: true, host, port, externalUrl, env: ssh };
  const layout = processes ?? (repositories > 1 ? 'separate' : defaultLayout());
  const title = layout === 'single' ? 'Starting all services in one process' : 'Starting a process for each service';
  const mesh = await log.step(title, () =>
    startMesh({
      ...place,
      storageUri: storage.uri,
      natsUrl: nats.url,
      processes: layout,
      repositories,
      newRootToken,
      log,
    }),
  );
  shutdown.add('Stopping the mesh', mesh.stop);
  announce(mesh, { dataDir, ssh }, log);
  if (layout === 'separate' && storage.kind === 'documentdb') log.print(SHARED_DATABASE_NOTICE);
  // It has been used, and processes that are started from now on need it no more.
  delete process.env.FORGE_ROOT_TOKEN;
}

async function startDatabase(dataDir: string, log: Log, shutdown: ShutdownHooks) {
  const storage = await supervise('The storage engine', (port) => startStorage({ dataDir, log, port }), log);
  shutdown.add('Stopping the storage engine', storage.stop);
  return storage;
}

async function startMessaging(dataDir: string, log: Log, shutdown: ShutdownHooks) {
  const nats = await supervise('NATS', (port) => startNats({ dataDir, log, port }), log);
  shutdown.add('Stopping NATS', nats.stop);
  return nats;
}

/**
 * Builds in another process: its memory, more than that of the instance, is free when it ends.
 * @throws if it fails; it has printed the reason
 */
async function build() {
  const args = [join(root, 'scripts/commands/build.ts'), '--bundle'];
  const { code } = await run(process.execPath, args, { cwd: root, inherit: true });
  if (code !== 0) throw new PlainError('The instance was not started, because the build failed.');
}

/** With few cores, calls between processes cost more than they gain. */
function defaultLayout(): Layout {
  // The geo service of a secondary handles calls of other services at its address.
  const isSecondary = process.env.FORGE_GEO_ROLE === 'secondary';
  return availableParallelism() <= MAX_CORES_OF_SINGLE && !isSecondary ? 'single' : 'separate';
}

/**
 * A missing SSH port does not prevent the start: if no port was requested and the default is taken,
 * SSH is disabled. Options take precedence over the environment.
 * @returns environment variables of the processes
 */
async function chooseSshPort(requested: number | undefined, host: string, log: Log): Promise<Record<string, string>> {
  if (requested === undefined && process.env.FORGE_SSH_PORT) return {};
  delete process.env.FORGE_SSH_PORT;
  if (requested === 0) return {};
  const port = requested ?? SSH_PORT;
  if (requested !== undefined) await checkPort(port, host);
  else if (!(await isFree(port, host))) {
    log.print(`Git over SSH is off: port ${port} is in use. Choose another with --ssh-port.`);
    return {};
  }
  return { FORGE_SSH_PORT: String(port) };
}

function announce(
  { url, rootToken, isNew, rootTokenNotice }: Pick<Mesh, 'url' | 'rootToken'> & Partial<Mesh>,
  { dataDir, ssh }: { dataDir?: string; ssh: Record<string, string> },
  log: Log,
) {
  log.print('');
  log.print(`Forgemesh is ready at ${url}`);
  log.print(`API reference:        ${url}/-/docs`);
  if (ssh.FORGE_SSH_PORT) log.print(`Git over SSH:         port ${ssh.FORGE_SSH_PORT}`);
  if (rootToken && dataDir) log.print(`Administrator:        user root, token in ${resolve(dataDir, 'root-token')}`);
  for (const line of rootTokenNotice?.split('\n') ?? []) log.print(line);
  // Printed only at the first start; a token from the environment is not repeated.
  if (isNew && rootToken && !process.env.FORGE_ROOT_TOKEN) log.print(`Its token, shown once: ${rootToken}`);
  log.print('Ctrl-C stops it.');
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
  const processes = readLayout(values.processes, usage);
  const repositories = readRepositories(values.repositories, usage);
  if (repositories > 1 && processes === 'single') {
    throw new PlainError(`--repositories needs --processes separate.\n${usage}`);
  }
  return {
    ...values,
    repositories,
    target: readTargetOptions(values),
    processes,
    port,
    sshPort,
    dataDir: resolve(root, values.data),
  };
}

/** @returns undefined for an instance of its own */
function readTargetOptions({ target, upstream, ...others }: ReturnType<typeof parse>['values']) {
  if (target === undefined && upstream === undefined) return undefined;
  if (others.processes !== undefined || others.repositories !== undefined || others['new-root-token']) {
    throw new PlainError(`--processes, --repositories and --new-root-token do not work with --target.\n${usage}`);
  }
  if (target !== undefined && upstream !== undefined) return { target: readTarget(target, usage), upstream };
  throw new PlainError(`--target and --upstream need each other.\n${usage}`);
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
        processes: { type: 'string' },
        repositories: { type: 'string' },
        target: { type: 'string' },
        upstream: { type: 'string' },
        'new-root-token': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PlainError(
      `${
        formatError(error)
          .split('\n')[0]
          ?.replace(/^.*?Error.*?: /, '')
          .split('. ')[0]
      }.\n${usage}`,
    );
  }
}
