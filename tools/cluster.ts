// `npm run cluster`: the chart on a real cluster, from its installation to its removal, with the
// figures of each step.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { explain, PlainError, runMain } from './lib/fail.ts';
import { createLog } from './lib/log.ts';
import { must } from './lib/processes.ts';
import { root } from './lib/root.ts';
import { gateway, services } from './mesh/services.ts';
import type { Figures } from './cluster/driver.ts';
import { reachCluster, type Cluster } from './cluster/kubectl.ts';
import { replaced, settled, type SettledPod } from './cluster/settled.ts';

const usage = `Usage: npm run cluster -- [options]         (KUBECONFIG names the cluster)
  --values FILE     values of the chart, again for more (deploy/helm/forgemesh/values-kind.yaml)
  --tag TAG         of the images (dev)
  --next-tag TAG    of an image of collaboration, to which it alone is upgraded; without one this step is left out
  --namespace NAME  made, and removed at the end (forgemesh-cluster)
  --restart-node C  a command for the shell that restarts the node on which all runs; without one this step is left out.
                    kind: 'docker restart forgemesh-control-plane'. A node in namespaces: 'node tools/run.mjs tools/cluster/restart-node.ts PID'
  --only TEXT       of the steps between installation and removal, those whose names hold the text, again for more
  --keep            leave all as it is at the end
  --help            show this`;

const release = 'forge';
const full = `${release}-forgemesh`;
const chart = join(root, 'deploy/helm/forgemesh');
const driver = 'driver';
const patience = '600s';
/** Selects what is of the release. */
const ours = `app.kubernetes.io/instance=${release}`;
/** What the other steps need. */
const always = ['install', 'project, push'];
const everything = [gateway, ...services].map(({ name }) => name);

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const cluster = await reachCluster(options.namespace);
  const { kubectl, helm, list, ask } = cluster;
  let failed = 0;

  /** @param work what was found */
  const step = async (name: string, work: () => Promise<string>) => {
    const isWanted = options.only.length === 0 || [...always, ...options.only].some((text) => name.includes(text));
    if (!isWanted) return;
    const from = performance.now();
    const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
    try {
      const found = await work();
      log.say(`ok      ${name} (${seconds()} s): ${found}`);
    } catch (error) {
      failed++;
      log.say(`FAILED  ${name} (${seconds()} s): ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const ready = async (names: string[]) => {
    for (const name of names) await kubectl('rollout', 'status', kindOf(name), '--timeout', patience);
  };
  const tell = <Answer>(...words: string[]) => ask<Answer>(driver, 'node', '/driver/driver.mts', ...words);
  const asPart = (name: string) => list('pods', `${ours},app.kubernetes.io/component=${name}`);

  /**
   * Works while clients do.
   * @returns what became of their requests
   */
  const underLoad = async (work: () => Promise<unknown>): Promise<Figures> => {
    const load = tell<Figures>('load');
    await Promise.race([load, pause(3_000)]);
    try {
      await work();
      await pause(3_000);
    } finally {
      await kubectl('exec', driver, '--', 'touch', '/tmp/stop');
    }
    return load;
  };
  /**
   * The same where no request may fail.
   * @returns the figures
   */
  const withoutFailure = async (work: () => Promise<unknown>): Promise<string> => {
    const figures = await underLoad(work);
    if (figures.failures > 0) throw new Error(`${inWords(figures)}\n  ${figures.examples.join('\n  ')}`);
    return inWords(figures);
  };
  const nothingLost = async () => {
    const { acknowledged, lost } = await tell<{ acknowledged: number; lost: string[] }>('verify');
    if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged} lost: ${lost.slice(0, 5).join('; ')}`);
    return `${acknowledged} acknowledged writes, none lost`;
  };

  await step('install', async () => {
    const values = options.values.flatMap((file: string) => ['-f', file]);
    const settings = ['--set', `image.tag=${options.tag}`];
    const args = ['--create-namespace', '--wait', '--timeout', patience];
    await helm('install', release, chart, ...values, ...settings, ...args);
    return `${(await list('pods', ours)).length} pods ready`;
  });
  if (failed > 0) return 1;
  await step('helm test', async () => {
    await helm('test', release, '--timeout', patience);
    return 'pushed, read and cloned';
  });
  await startDriver(cluster, options.tag);
  await step('network policies', () => policiesOf(cluster));
  await step(
    'project, push, issue, merge request, merge, clone',
    async () => `merged ${(await tell<{ merged: string }>('story')).merged}`,
  );

  await step('gateway and collaboration from 1 to 3', async () => {
    const scaled = ['gateway', 'collaboration'];
    const texts = [] as string[];
    const figures = await underLoad(async () => {
      for (const name of scaled) await kubectl('scale', kindOf(name), '--replicas', '3');
      await ready(scaled);
      for (const name of scaled) texts.push(`${name} ${await spread(name)}`);
    });
    return `calls of each: ${texts.join('; ')}; ${inWords(figures)}`;
  });

  await step('and back to 1', () =>
    withoutFailure(async () => {
      for (const name of ['gateway', 'collaboration']) await kubectl('scale', kindOf(name), '--replicas', '1');
      await pause(10_000);
    }),
  );

  /** Waits until each replica has answered calls. */
  async function spread(name: string) {
    const addresses = (await asPart(name)).map(({ status }) => status.podIP);
    const before = await tell<Record<string, number>>('served', ...addresses);
    for (const end = Date.now() + 240_000; ; await pause(3_000)) {
      const now = await tell<Record<string, number>>('served', ...addresses);
      const counts = addresses.map((address) => Number(now[address]) - Number(before[address]));
      if (counts.every((count) => count > 0)) return counts.join(', ');
      if (Date.now() > end) throw new Error(`${name}: not all replicas are asked: ${counts.join(', ')}`);
    }
  }

  await step('gateway scaled by its load', async () => {
    const upgrade = (...settings: string[]) =>
      helm('upgrade', release, chart, '--reuse-values', ...settings, '--wait', '--timeout', patience);
    let most = 0;
    const figures = await underLoad(async () => {
      await upgrade('--set', 'services.gateway.autoscaling.enabled=true');
      const end = Date.now() + 240_000;
      while (most < 2) {
        await pause(2_000);
        const [state] = await list('deployment', 'app.kubernetes.io/component=gateway');
        most = Math.max(most, state?.status.readyReplicas ?? 0);
        if (Date.now() > end) throw new Error(`${most} replica is ready after 240 s`);
      }
    });
    await upgrade('--set', 'services.gateway.autoscaling.enabled=false');
    return `${most} replicas; ${inWords(figures)}`;
  });

  for (const name of everything) {
    await step(`rolling update of ${name}`, () =>
      withoutFailure(async () => {
        await kubectl('rollout', 'restart', kindOf(name));
        await ready([name]);
      }),
    );
  }

  for (const name of [...everything, 'mongodb', 'nats']) {
    await step(`kill -9 of ${name}`, async () => {
      const [pod] = await asPart(name);
      if (!pod) return 'not part of the release';
      const figures = await underLoad(async () => {
        await kubectl('delete', 'pod', pod.metadata.name, '--force', '--grace-period=0');
        await ready([name]);
        await ready(everything);
      });
      return `${inWords(figures)}; ${await nothingLost()}`;
    });
  }

  await step('eviction of each pod, one after the other', async () => {
    const figures = await underLoad(async () => {
      for (const name of [...everything, 'mongodb', 'nats']) {
        const pods = await asPart(name);
        for (const { metadata } of pods) await cluster.evict(metadata.name);
        if (pods.length > 0) await ready([name]);
      }
    });
    return `${inWords(figures)}; ${await nothingLost()}`;
  });
  await step('kill -9 of everything at once', async () => {
    const figures = await underLoad(async () => {
      await kubectl('delete', 'pod', '-l', ours, '--force', '--grace-period=0');
      await settled(cluster, ours);
    });
    return `${inWords(figures)}; ${await nothingLost()}`;
  });

  const restartNode = options['restart-node'];
  if (restartNode) {
    await step('restart of the node', async () => {
      const before = await settled(cluster, ours);
      // The client is on the node as well: what was acknowledged until it died is in its volume.
      const cut = tell<Figures>('load').catch(() => undefined);
      await Promise.race([cut, pause(5_000)]);
      await must('sh', ['-c', restartNode]);
      const after = await whenReached(async () => {
        const pods = await settled(cluster, ours);
        const alive = before.flatMap(({ containers }) => containers).filter((id) => runs(pods, id));
        if (alive.length > 0) throw new Error(`the command restarted not all: ${alive.length} containers run on`);
        return pods;
      });
      await kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', patience);
      const texts = replaced(before, after);
      const kept = await nothingLost();
      const figures = await withoutFailure(() => pause(5_000));
      return `${after.length} pods run again, ${texts.join(', ') || 'each the same as before'}; ${kept}; then ${figures}`;
    });
  }

  if (options['next-tag']) {
    await step('upgrade of collaboration alone', async () => {
      const others = async () => (await settled(cluster, ours)).filter(({ service }) => service !== 'collaboration');
      const before = await others();
      const figures = await withoutFailure(async () => {
        const settings = ['--reuse-values', '--set', `services.collaboration.image.tag=${options['next-tag']}`];
        await helm('upgrade', release, chart, ...settings, '--wait', '--timeout', patience);
      });
      const texts = replaced(before, await others());
      if (texts.length > 0) throw new Error(`other pods were replaced, too: ${texts.join(', ')}; ${figures}`);
      return `no other pod was touched; ${figures}`;
    });
  }
  await step('a repository replica more, and a new project on it', async () => {
    const figures = await underLoad(async () => {
      const settings = ['--reuse-values', '--set', 'services.repository.replicas=2'];
      await helm('upgrade', release, chart, ...settings, '--wait', '--timeout', patience);
      await ready(everything);
    });
    const { project, fork } = await tell<{ project: string; fork: string }>('storage', 'storage-1', 'default');
    const pods = (await asPart('repository')).length;
    return `${pods} pods; ${project} is on the new one, and its fork ${fork} on the first; ${inWords(figures)}; ${await nothingLost()}`;
  });
  await step('all that was acknowledged', nothingLost);

  if (!options.keep) {
    await step('uninstall', async () => {
      await kubectl('delete', 'pod', driver, '--grace-period=0', '--force');
      await helm('uninstall', release, '--wait', '--timeout', patience);
      const claims = JSON.parse(await kubectl('get', 'pvc', '-o', 'json')).items;
      if (claims.length === 0) throw new Error('no volume is left');
      return `${claims.length} volumes and their data are left`;
    });
    await kubectl('delete', 'namespace', options.namespace, '--wait=false');
  }
  log.say(failed === 0 ? 'All steps passed.' : `${failed} steps failed.`);
  return failed === 0 ? 0 : 1;
});

/** Each pod is under a policy for both ways, and the gateway's alone is open to all. */
async function policiesOf({ list }: Cluster) {
  const [pods, policies] = await Promise.all([list('pods', ours), list('networkpolicies', ours)]);
  const open = new Set();
  for (const { metadata } of pods) {
    // The pod of `helm test` is a client.
    if (metadata.annotations?.['helm.sh/hook']) continue;
    const own = policies.filter(({ spec }) =>
      Object.entries(spec.podSelector.matchLabels).every(([key, value]) => metadata.labels[key] === value),
    );
    const ways = own.flatMap(({ spec }) => spec.policyTypes);
    if (!ways.includes('Ingress') || !ways.includes('Egress')) throw new Error(`${metadata.name} is under no policy`);
    const rules = own.flatMap(({ spec }) => spec.ingress);
    if (rules.some(({ from }) => from === undefined)) open.add(metadata.labels['app.kubernetes.io/component']);
  }
  if ([...open].join() !== gateway.name) throw new Error(`open to all: ${[...open].join()}`);
  return `${policies.length} policies; only the gateway is open to all`;
}

/** @param container its id */
function runs(pods: SettledPod[], container: string) {
  return pods.some(({ containers }) => containers.includes(container));
}

/** Asks again while the cluster itself is not there. */
async function whenReached<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 300_000; ; await pause(2_000)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** @param name of a part */
function kindOf(name: string) {
  return `${['repository', 'mongodb', 'nats'].includes(name) ? 'statefulset' : 'deployment'}/${full}-${name}`;
}

function inWords({
  requests,
  git,
  failures,
  slowest_ms,
  slowest,
  seconds,
}: {
  requests: number;
  git: number;
  failures: number;
  slowest_ms: number;
  slowest: string;
  seconds: number;
}) {
  return `${requests} requests and ${git} git commands in ${seconds} s, ${failures} failed, the slowest (${slowest}) took ${slowest_ms} ms`;
}

/** A client in the cluster: Services are reached as other pods reach them. */
async function startDriver({ kubectl }: Cluster, tag: string) {
  const script = `--from-file=driver.mts=${join(import.meta.dirname, 'cluster/driver.ts')}`;
  await kubectl('create', 'configmap', driver, script);
  const token = { secretKeyRef: { name: `${full}-secret`, key: 'root-token' } };
  const container = {
    name: driver,
    // It has Node and git.
    image: `docker.io/forgemesh/repository:${tag}`,
    imagePullPolicy: 'IfNotPresent',
    command: ['sleep', 'infinity'],
    env: [
      { name: 'HOME', value: '/tmp' },
      { name: 'GATEWAY', value: `http://${full}-gateway` },
      { name: 'TOKEN', valueFrom: token },
    ],
    volumeMounts: [
      { name: driver, mountPath: '/driver' },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
  // What it keeps outlives its container.
  const volumes = [
    { name: driver, configMap: { name: driver } },
    { name: 'tmp', emptyDir: {} },
  ];
  const spec = { containers: [container], volumes, terminationGracePeriodSeconds: 0 };
  await kubectl('run', driver, `--image=${container.image}`, '--overrides', JSON.stringify({ spec }));
  await kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', patience);
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        values: { type: 'string', multiple: true, default: [join(chart, 'values-kind.yaml')] },
        tag: { type: 'string', default: 'dev' },
        'next-tag': { type: 'string' },
        'restart-node': { type: 'string' },
        namespace: { type: 'string', default: 'forgemesh-cluster' },
        only: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new PlainError(`${explain(error).split('\n')[0]}\n${usage}`);
  }
}
