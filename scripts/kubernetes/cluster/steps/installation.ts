// Installation, first use, and removal.

import { join } from 'node:path';
import type { Cluster } from '../kubectl.ts';
import { chart, driver, full, release, releaseSelector, STEP_TIMEOUT } from '../names.ts';
import type { ClusterRun } from '../run.ts';

/**
 * Installs the chart, starts the client of the other steps, and takes a project to a merge.
 * @returns false if the chart cannot be installed, so that no other step can run
 */
export async function install({ options, profile, cluster, step, failedSteps, runDriver }: ClusterRun) {
  const { helm, kubectl, list } = cluster;
  await step('install', async () => {
    const values = options.values.flatMap((file) => ['-f', file]);
    const settings = ['--set', `image.tag=${options.tag}`];
    const args = ['--create-namespace', '--wait', '--timeout', STEP_TIMEOUT];
    // Datastores and the client must not be on a node that will be lost.
    const lost = options['lose-node'];
    if (lost) await kubectl('cordon', lost);
    await helm('install', release, chart, ...values, ...settings, ...args);
    return `profile ${profile}: ${(await list('pods', releaseSelector)).length} pods ready`;
  });
  if (failedSteps() > 0) return false;
  await step('helm test', () => helmTest(cluster));
  // Both images contain Node and git.
  await startDriver(cluster, `docker.io/forgemesh/${profile === 'single' ? 'program' : 'repository'}:${options.tag}`);
  if (options['lose-node']) await cluster.kubectl('uncordon', options['lose-node']);
  await step('network policies', () => checkPolicies(cluster, profile === 'single' ? 'repository' : 'gateway'));
  await step(
    'project, push, issue, merge request, merge, clone',
    async () => `merged ${(await runDriver<{ merged: string }>('scenario')).merged}`,
  );
  return true;
}

/** Removes the release; the volumes are kept until their namespace is removed. */
export async function uninstall({ options, cluster: { kubectl, helm }, step }: ClusterRun) {
  await step('uninstall', async () => {
    await kubectl('delete', 'pod', driver, '--grace-period=0', '--force');
    await helm('uninstall', release, '--wait', '--timeout', STEP_TIMEOUT);
    const claims = JSON.parse(await kubectl('get', 'pvc', '-o', 'json')).items;
    if (claims.length === 0) throw new Error('no volume is left');
    return `${claims.length} volumes and their data are left`;
  });
  await kubectl('delete', 'namespace', options.namespace, '--wait=false');
}

/** Runs the chart's own test. */
export async function helmTest({ helm }: Cluster) {
  await helm('test', release, '--timeout', STEP_TIMEOUT);
  return 'pushed, read and cloned';
}

/**
 * Checks that each pod has a policy for ingress and egress, and that only one component is open to
 * all.
 */
async function checkPolicies({ list }: Cluster, openComponent: string) {
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
  if ([...open].join() !== openComponent) throw new Error(`open to all: ${[...open].join()}`);
  return `${policies.length} policies; only the pods of ${openComponent} are open to all`;
}

/** Starts a client in the cluster, which reaches Services as other pods do. */
async function startDriver({ kubectl }: Cluster, image: string) {
  const script = `--from-file=driver.mts=${join(import.meta.dirname, '../driver.ts')}`;
  await kubectl('create', 'configmap', driver, script);
  const token = { secretKeyRef: { name: `${full}-secret`, key: 'root-token' } };
  const container = {
    name: driver,
    image,
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
  await kubectl('run', driver, `--image=${image}`, '--overrides', JSON.stringify({ spec }));
  await kubectl('wait', '--for=condition=Ready', `pod/${driver}`, '--timeout', STEP_TIMEOUT);
}
