// `npm run cluster`: tests the chart on a real cluster, from installation to removal, and prints
// figures of each step.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { gateway, services } from '../mesh/services.ts';
import type { Figures } from '../kubernetes/cluster/driver.ts';
import { reachCluster, type Cluster } from '../kubernetes/cluster/kubectl.ts';
import { describeReplacedPods, waitForStable, type PodState } from '../kubernetes/cluster/wait-for-stable.ts';

const usage = `Usage: npm run cluster -- [options]         (KUBECONFIG names the cluster)
  --values FILE     values of the chart, repeatable (deploy/helm/forgemesh/values-kind.yaml)
  --tag TAG         tag of the images (dev)
  --next-tag TAG    tag of a collaboration image to upgrade that service to; without it the step is skipped
  --namespace NAME  namespace, created and removed (forgemesh-cluster)
  --restart-node C  shell command that restarts the node; without it the step is skipped.
                    kind: 'docker restart forgemesh-control-plane'. A node in namespaces: 'node tools/run.mjs tools/kubernetes/cluster/restart-node.ts PID'
  --only TEXT       only steps whose name contains the text, in addition to installation and removal; repeatable
  --keep            keep the installation at the end
  --help            show this`;

const release = 'forge';
const full = `${release}-forgemesh`;
const chart = join(root, 'deploy/helm/forgemesh');
const driver = 'driver';
const STEP_TIMEOUT = '600s';
/** Selects the objects of the release. */
const releaseSelector = `app.kubernetes.io/instance=${release}`;
/** Steps that the other steps depend on. */
const requiredSteps = ['install', 'project, push'];
const allProcesses = [gateway, ...services].map(({ name }) => name);

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const cluster = await reachCluster(options.namespace);
  const { kubectl, helm, list, execJson } = cluster;
  let failed = 0;

  /** @param work resolves to the result shown for the step */
  const step = async (name: string, work: () => Promise<string>) => {
    const isSelected =
      options.only.length === 0 || [...requiredSteps, ...options.only].some((text) => name.includes(text));
    if (!isSelected) return;
    const from = performance.now();
    const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
    try {
      const found = await work();
      log.print(`ok      ${name} (${seconds()} s): ${found}`);
    } catch (error) {
      failed++;
      log.print(`FAILED  ${name} (${seconds()} s): ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const ready = async (names: string[]) => {
    for (const name of names) await kubectl('rollout', 'status', kindOf(name), '--timeout', STEP_TIMEOUT);
  };
  const runDriver = <Result>(...words: string[]) => execJson<Result>(driver, 'node', '/driver/driver.mts', ...words);
  const podsOfPart = (name: string) => list('pods', `${releaseSelector},app.kubernetes.io/component=${name}`);

  /**
   * Runs work while clients send requests.
   * @returns figures of the requests
   */
  const underLoad = async (work: () => Promise<unknown>): Promise<Figures> => {
    const load = runDriver<Figures>('load');
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
   * Runs work under load and fails if a request fails.
   * @returns the figures as text
   */
  const withoutFailure = async (work: () => Promise<unknown>): Promise<string> => {
    const figures = await underLoad(work);
    if (figures.failures > 0) throw new Error(`${describeFigures(figures)}\n  ${figures.examples.join('\n  ')}`);
    return describeFigures(figures);
  };
  const verifyAcknowledged = async () => {
    const { acknowledged, lost } = await runDriver<{ acknowledged: number; lost: string[] }>('verify');
    if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged} lost: ${lost.slice(0, 5).join('; ')}`);
    return `${acknowledged} acknowledged writes, none lost`;
  };

  await step('install', async () => {
    const values = options.values.flatMap((file: string) => ['-f', file]);
    const settings = ['--set', `image.tag=${options.tag}`];
    const args = ['--create-namespace', '--wait', '--timeout', STEP_TIMEOUT];
    await helm('install', release, chart, ...values, ...settings, ...args);
    return `${(await list('pods', releaseSelector)).length} pods ready`;
  });
  if (failed > 0) return 1;
  await step('helm test', async () => {
    await helm('test', release, '--timeout', STEP_TIMEOUT);
    return 'pushed, read and cloned';
  });
  await startDriver(cluster, options.tag);
  await step('network policies', () => checkPolicies(cluster));
  await step(
    'project, push, issue, merge request, merge, clone',
    async () => `merged ${(await runDriver<{ merged: string }>('scenario')).merged}`,
  );

  await step('gateway and collaboration from 1 to 3', async () => {
    const scaled = ['gateway', 'collaboration'];
    const texts = [] as string[];
    const figures = await underLoad(async () => {
      for (const name of scaled) await kubectl('scale', kindOf(name), '--replicas', '3');
      await ready(scaled);
      for (const name of scaled) texts.push(`${name} ${await callsPerReplica(name)}`);
    });
    return `calls of each: ${texts.join('; ')}; ${describeFigures(figures)}`;
  });

  await step('gateway and collaboration back to 1', () =>
    withoutFailure(async () => {
      for (const name of ['gateway', 'collaboration']) await kubectl('scale', kindOf(name), '--replicas', '1');
      await pause(10_000);
    }),
  );

  /** Waits until each replica has served calls. */
  async function callsPerReplica(name: string) {
    const addresses = (await podsOfPart(name)).map(({ status }) => status.podIP);
    const before = await runDriver<Record<string, number>>('served', ...addresses);
    for (const end = Date.now() + 240_000; ; await pause(3_000)) {
      const now = await runDriver<Record<string, number>>('served', ...addresses);
      const counts = addresses.map((address) => Number(now[address]) - Number(before[address]));
      if (counts.every((count) => count > 0)) return counts.join(', ');
      if (Date.now() > end) throw new Error(`${name}: not all replicas are called: ${counts.join(', ')}`);
    }
  }

  await step('gateway scaled by its load', async () => {
    const upgrade = (...settings: string[]) =>
      helm('upgrade', release, chart, '--reuse-values', ...settings, '--wait', '--timeout', STEP_TIMEOUT);
    let maxReplicas = 0;
    const figures = await underLoad(async () => {
      await upgrade('--set', 'services.gateway.autoscaling.enabled=true');
      const end = Date.now() + 240_000;
      while (maxReplicas < 2) {
        await pause(2_000);
        const [state] = await list('deployment', 'app.kubernetes.io/component=gateway');
        maxReplicas = Math.max(maxReplicas, state?.status.readyReplicas ?? 0);
        if (Date.now() > end) throw new Error(`${maxReplicas} replicas are ready after 240 s`);
      }
    });
    await upgrade('--set', 'services.gateway.autoscaling.enabled=false');
    return `${maxReplicas} replicas; ${describeFigures(figures)}`;
  });

  for (const name of allProcesses) {
    await step(`rolling update of ${name}`, () =>
      withoutFailure(async () => {
        await kubectl('rollout', 'restart', kindOf(name));
        await ready([name]);
      }),
    );
  }

  for (const name of [...allProcesses, 'mongodb', 'nats']) {
    await step(`kill -9 of ${name}`, async () => {
      const [pod] = await podsOfPart(name);
      if (!pod) return 'not part of the release';
      const figures = await underLoad(async () => {
        await kubectl('delete', 'pod', pod.metadata.name, '--force', '--grace-period=0');
        await ready([name]);
        await ready(allProcesses);
      });
      return `${describeFigures(figures)}; ${await verifyAcknowledged()}`;
    });
  }

  await step('eviction of each pod, one after the other', async () => {
    const figures = await underLoad(async () => {
      for (const name of [...allProcesses, 'mongodb', 'nats']) {
        const pods = await podsOfPart(name);
        for (const { metadata } of pods) await cluster.evict(metadata.name);
        if (pods.length > 0) await ready([name]);
      }
    });
    return `${describeFigures(figures)}; ${await verifyAcknowledged()}`;
  });
  await step('kill -9 of everything at the same time', async () => {
    const figures = await underLoad(async () => {
      await kubectl('delete', 'pod', '-l', releaseSelector, '--force', '--grace-period=0');
      await waitForStable(cluster, releaseSelector);
    });
    return `${describeFigures(figures)}; ${await verifyAcknowledged()}`;
  });

  const restartNode = options['restart-node'];
  if (restartNode) {
    await step('restart of the node', async () => {
      const before = await waitForStable(cluster, releaseSelector);
      // The client runs on the same node; writes acknowledged before the restart are recorded in
      // its volume.
      const cut = runDriver<Figures>('load').catch(() => undefined);
      await Promise.race([cut, pause(5_000)]);
      await runOrFail('sh', ['-c', restartNode]);
      const after = await retryUntilReachable(async () => {
        const pods = await waitForStable(cluster, releaseSelector);
        const alive = before.flatMap(({ containers }) => containers).filter((id) => runs(pods, id));
        if (alive.length > 0)
          throw new Error(`the command did not restart everything: ${alive.length} containers still run`);
        return pods;
      });
      await kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', STEP_TIMEOUT);
      const texts = describeReplacedPods(before, after);
      const kept = await verifyAcknowledged();
      const figures = await withoutFailure(() => pause(5_000));
      return `${after.length} pods run again, ${texts.join(', ') || 'none replaced'}; ${kept}; then ${figures}`;
    });
  }

  if (options['next-tag']) {
    await step('upgrade of collaboration alone', async () => {
      const others = async () =>
        (await waitForStable(cluster, releaseSelector)).filter(({ service }) => service !== 'collaboration');
      const before = await others();
      const figures = await withoutFailure(async () => {
        const settings = ['--reuse-values', '--set', `services.collaboration.image.tag=${options['next-tag']}`];
        await helm('upgrade', release, chart, ...settings, '--wait', '--timeout', STEP_TIMEOUT);
      });
      const texts = describeReplacedPods(before, await others());
      if (texts.length > 0) throw new Error(`other pods were replaced too: ${texts.join(', ')}; ${figures}`);
      return `no other pod was replaced; ${figures}`;
    });
  }
  await step('another repository replica, with a new project on it', async () => {
    const figures = await underLoad(async () => {
      const settings = ['--reuse-values', '--set', 'services.repository.replicas=2'];
      await helm('upgrade', release, chart, ...settings, '--wait', '--timeout', STEP_TIMEOUT);
      await ready(allProcesses);
    });
    const { project, fork } = await runDriver<{ project: string; fork: string }>('storage', 'storage-1', 'default');
    const pods = (await podsOfPart('repository')).length;
    return `${pods} pods; ${project} is on the new one, and its fork ${fork} on the first; ${describeFigures(figures)}; ${await verifyAcknowledged()}`;
  });
  await step('all acknowledged writes', verifyAcknowledged);

  if (!options.keep) {
    await step('uninstall', async () => {
      await kubectl('delete', 'pod', driver, '--grace-period=0', '--force');
      await helm('uninstall', release, '--wait', '--timeout', STEP_TIMEOUT);
      const claims = JSON.parse(await kubectl('get', 'pvc', '-o', 'json')).items;
      if (claims.length === 0) throw new Error('no volume is left');
      return `${claims.length} volumes and their data are left`;
    });
    await kubectl('delete', 'namespace', options.namespace, '--wait=false');
  }
  log.print(failed === 0 ? 'All steps passed.' : `${failed} steps failed.`);
  return failed === 0 ? 0 : 1;
});

/**
 * Checks that each pod has a policy for ingress and egress, and that only the gateway is open to
 * all.
 */
async function checkPolicies({ list }: Cluster) {
  const [pods, policies] = await Promise.all([list('pods', releaseSelector), list('networkpolicies', releaseSelector)]);
  const open = new Set();
  for (const { metadata } of pods) {
    // The pod of `helm test` is a client.
    if (metadata.annotations?.['helm.sh/hook']) continue;
    const own = policies.filter(({ spec }) =>
      Object.entries(spec.podSelector.matchLabels).every(([key, value]) => metadata.labels[key] === value),
    );
    const ways = own.flatMap(({ spec }) => spec.policyTypes);
    if (!ways.includes('Ingress') || !ways.includes('Egress')) throw new Error(`${metadata.name} has no policy`);
    const rules = own.flatMap(({ spec }) => spec.ingress);
    if (rules.some(({ from }) => from === undefined)) open.add(metadata.labels['app.kubernetes.io/component']);
  }
  if ([...open].join() !== gateway.name) throw new Error(`open to all: ${[...open].join()}`);
  return `${policies.length} policies; only the gateway is open to all`;
}

/** @param container its id */
function runs(pods: PodState[], container: string) {
  return pods.some(({ containers }) => containers.includes(container));
}

/** Retries while the cluster is unreachable. */
async function retryUntilReachable<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 300_000; ; await pause(2_000)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** @param name of a component */
function kindOf(name: string) {
  return `${['repository', 'mongodb', 'nats'].includes(name) ? 'statefulset' : 'deployment'}/${full}-${name}`;
}

function describeFigures({
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

/** Starts a client in the cluster, which reaches Services as other pods do. */
async function startDriver({ kubectl }: Cluster, tag: string) {
  const script = `--from-file=driver.mts=${join(import.meta.dirname, '../kubernetes/cluster/driver.ts')}`;
  await kubectl('create', 'configmap', driver, script);
  const token = { secretKeyRef: { name: `${full}-secret`, key: 'root-token' } };
  const container = {
    name: driver,
    // This image contains Node and git.
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
  // The volume outlives the container.
  const volumes = [
    { name: driver, configMap: { name: driver } },
    { name: 'tmp', emptyDir: {} },
  ];
  const spec = { containers: [container], volumes, terminationGracePeriodSeconds: 0 };
  await kubectl('run', driver, `--image=${container.image}`, '--overrides', JSON.stringify({ spec }));
  await kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', STEP_TIMEOUT);
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
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
