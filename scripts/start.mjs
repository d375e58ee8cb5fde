// `npm start`: from a fresh checkout to a running mesh, one line per step; Ctrl-C stops everything in order.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { keepRunning, startNats, startStorage } from './engines/index.mjs';
import { explain, PlainError, runMain } from './lib/fail.mjs';
import { createLog } from './lib/log.mjs';
import { checkPort } from './lib/ports.mjs';
import { createStops } from './lib/stops.mjs';
import { checkMachine, installDependencies, root } from './lib/requirements.mjs';
import { emptyDataFolder, startMesh, takeDataFolder } from './mesh/index.mjs';

const usage = `Usage: npm start -- [options]
  --port NUMBER   port of the web interface and API (8080)
  --host ADDRESS  address to listen on (127.0.0.1)
  --data FOLDER   where everything is kept (.data)
  --fresh         delete what the data folder holds first
  --help          show this
Environment: MONGODB_URI and NATS_URL name engines to use instead of starting some; FORGE_EXTERNAL_URL is the address
that clients use; FORGE_ROOT_TOKEN is the administrator's token of a first start; FORGE_LICENSE_TIER is the licence tier.`;

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

/**
 * @param {ReturnType<typeof readOptions>} options
 * @param {import('./lib/log.mjs').Log} log
 * @param {import('./lib/stops.mjs').Stops} stops
 */
async function start({ host, port, dataDir, fresh }, log, stops) {
  await checkMachine();
  await checkPort(port, host);
  stops.add(undefined, takeDataFolder(dataDir));
  if (fresh) await log.step(`Emptying ${dataDir}`, () => emptyDataFolder(dataDir));
  await installDependencies(log);
  await build({ log });

  const storage = await keepRunning('The storage engine', (own) => startStorage({ dataDir, log, port: own }), log);
  stops.add('Stopping the storage engine', storage.stop);
  const nats = await keepRunning('NATS', (own) => startNats({ dataDir, log, port: own }), log);
  stops.add('Stopping NATS', nats.stop);
  const externalUrl = process.env.FORGE_EXTERNAL_URL || undefined;
  const place = { dataDir, isTaken: true, host, port, externalUrl };
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({ ...place, storageUri: storage.uri, natsUrl: nats.url, log }),
  );
  stops.add('Stopping the mesh', mesh.stop);
  announce(mesh, dataDir, log);
}

/**
 * @param {import('./mesh/start-mesh.mjs').Mesh} mesh
 * @param {string} dataDir
 * @param {import('./lib/log.mjs').Log} log
 */
function announce({ url, rootToken, isNew }, dataDir, log) {
  log.say('');
  log.say(`Forgemesh is ready at ${url}`);
  log.say(`API reference:        ${url}/-/docs`);
  log.say(`Administrator:        user root, token in ${resolve(dataDir, 'root-token')}`);
  // Shown once; whoever chose it through the environment knows it.
  if (isNew && rootToken && !process.env.FORGE_ROOT_TOKEN) log.say(`Its token, shown once: ${rootToken}`);
  log.say('Ctrl-C stops it.');
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parse(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`--port must be a number from 1 to 65535, not ${values.port}.\n${usage}`);
  }
  return { ...values, port, dataDir: resolve(root, values.data) };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: '.data' },
        fresh: { type: 'boolean', default: false },
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
