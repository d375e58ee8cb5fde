// `npm run kind:up` and `kind:down`: the mesh, installed with the chart, on a cluster in containers
// on this machine.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildImage, findBuilder, images, revision } from '../kubernetes/images/index.ts';
import { findTools } from '../kubernetes/kind/tools.ts';
import { profileOf, type Profile } from '../kubernetes/values.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog, type Log } from '../lib/log.ts';
import { programEnvironment, runOrFail, run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

const usage = `Usage: npm run kind:up -- [options]
  --port NUMBER    port of the web interface and API on this machine (8080)
  --values FILE    further values of the chart, repeatable; with deploy/helm/forgemesh/values-single.yaml, one pod
                   runs all services
  --help           show this
npm run kind:down removes the cluster and all that is in it.`;

const name = 'forgemesh';
const namespace = 'forgemesh';
const release = 'forge';
const full = `${release}-forgemesh`;
const registry = 'docker.io/forgemesh';
const tag = 'dev';
const nodePort = 30080;
const chart = join(root, 'deploy/helm/forgemesh');
const clusterFile = join(root, 'deploy/kind/cluster.yaml');
const inCluster = ['--kube-context', `kind-${name}`, '--namespace', namespace];
const kubectlIn = ['--context', `kind-${name}`, '--namespace', namespace];

await runMain(async () => {
  const { command, port, values, help } = readOptions(process.argv.slice(2));
  if (help) return console.log(usage);
  const engine = await findTools();
  const log = createLog();
  const env = programEnvironment(engine === 'podman' ? { KIND_EXPERIMENTAL_PROVIDER: 'podman' } : {});
  const kind = (...args: string[]) => runOrFail('kind', args, { env, onLine: log.progress });
  if (command === 'down') {
    await log.step('Removing the cluster', () => kind('delete', 'cluster', '--name', name));
    return;
  }
  const files = [join(chart, 'values-kind.yaml'), ...values];
  const profile = profileOf(files);
  const isThere = (await run('kind', ['get', 'clusters'], { env })).output.split('\n').includes(name);
  if (isThere) log.print('The cluster exists already: its port is unchanged');
  else await log.step('Creating the cluster', () => withFolder((folder) => createCluster(kind, folder, port)));
  const built = await buildImages(log, profile);
  for (const image of built) {
    await log.step(`Loading ${image}`, () => withFolder((folder) => loadImage(kind, engine, image, folder)));
  }
  const settings = {
    'image.registry': registry,
    'image.tag': tag,
    externalUrl: `http://127.0.0.1:${port}`,
    'service.type': 'NodePort',
    'service.nodePort': nodePort,
  };
  const sets = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const valuesFiles = files.flatMap((file) => ['-f', file]);
  const install = ['upgrade', '--install', release, chart, ...inCluster, '--create-namespace', ...valuesFiles, ...sets];
  await log.step('Installing the chart', () => runOrFail('helm', [...install, '--wait', '--timeout', '15m']));
  // The images changed but their tag did not.
  if (isThere) await log.step('Restarting all pods', restartAll);
  const token = await runOrFail('kubectl', [
    ...kubectlIn,
    'get',
    'secret',
    `${full}-secret`,
    '-o',
    'jsonpath={.data.root-token}',
  ]);
  log.print('');
  log.print(`Forgemesh is ready at http://127.0.0.1:${port}`);
  log.print(`Its administrator is root, with the token ${Buffer.from(token.trim(), 'base64')}`);
  log.print('npm run kind:down removes it.');
});

async function createCluster(kind: (...args: string[]) => Promise<string>, folder: string, port: number) {
  const file = join(folder, 'cluster.yaml');
  writeFileSync(file, readFileSync(clusterFile, 'utf8').replace(/hostPort: \d+/, `hostPort: ${port}`));
  await kind('create', 'cluster', '--name', name, '--config', file, '--wait', '180s');
}

/**
 * Builds the images that the pods of the profile run.
 * @returns image names
 */
async function buildImages(log: Log, profile: Profile): Promise<string[]> {
  const builder = await findBuilder();
  const commit = await revision();
  const needed = images.filter(({ name, isService }) => (profile === 'single' ? name === 'program' : isService));
  for (const image of needed) {
    const full = `${registry}/${image.name}:${tag}`;
    await log.step(`Building ${full}`, () => buildImage(builder, image, { name: full, commit, isPushed: false, log }));
  }
  return needed.map((image) => `${registry}/${image.name}:${tag}`);
}

async function loadImage(
  kind: (...args: string[]) => Promise<string>,
  engine: 'docker' | 'podman',
  image: string,
  folder: string,
) {
  // Loading from an archive works with both container engines.
  const archive = join(folder, 'image.tar');
  await runOrFail(engine, ['save', '-o', archive, image]);
  await kind('load', 'image-archive', archive, '--name', name);
}

async function restartAll() {
  const services = `app.kubernetes.io/instance=${release},app.kubernetes.io/component notin (mongodb,nats)`;
  const all = ['-l', services];
  const kinds = 'deployment,statefulset';
  await runOrFail('kubectl', [...kubectlIn, 'rollout', 'restart', kinds, ...all]);
  await runOrFail('kubectl', [...kubectlIn, 'rollout', 'status', kinds, ...all, '--timeout', '600s']);
}

/** @param work receives a folder that is deleted afterwards */
async function withFolder<T>(work: (folder: string) => Promise<T>) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-kind-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args: string[]) {
  const { values, positionals } = parse(args);
  const [command = ''] = positionals;
  if (!['up', 'down'].includes(command) || positionals.length !== 1) throw new PlainError(usage);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`--port must be a number from 1 to 65535, not ${values.port}.\n${usage}`);
  }
  return { command, port, values: values.values ?? [], help: values.help };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '8080' },
        values: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [reason = ''] = formatError(error).split('\n');
    throw new PlainError(`${reason.replace(/^.*?Error.*?: /, '').split('. ')[0]}.\n${usage}`);
  }
}
