// Access to the cluster of the KUBECONFIG with kubectl and helm.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../../lib/fail.ts';
import { runOrFail, run, which } from '../../lib/processes.ts';

/** The fields that are read from listed objects of all kinds. */
export interface ClusterObject {
  kind: string;
  metadata: {
    name: string;
    uid: string;
    generation: number;
    deletionTimestamp?: string;
    labels: Record<string, string | undefined>;
    annotations?: Record<string, string>;
  };
  spec: {
    nodeName?: string;
    replicas?: number;
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    ingress: { from?: object[] }[];
  };
  status: {
    /** Of pods. */
    phase?: string;
    podIP: string;
    replicas?: number;
    updatedReplicas?: number;
    readyReplicas?: number;
    observedGeneration: number;
    conditions?: { type: string; status: string }[];
    containerStatuses?: { containerID?: string }[];
  };
}

export interface Cluster {
  /** Resolves to the output; rejects on failure. */
  kubectl: (...args: string[]) => Promise<string>;
  /** Resolves to the output; rejects on failure. */
  helm: (...args: string[]) => Promise<string>;
  /** Objects of a kind that match a label selector. */
  list: (kind: string, selector: string) => Promise<ClusterObject[]>;
  /** Evicts a pod, as draining a node does; resolves when the pod is deleted. */
  evict: (pod: string) => Promise<void>;
  /** Runs a command in a pod and parses its output as JSON. */
  execJson: <Result>(pod: string, ...command: string[]) => Promise<Result>;
}

/** @throws if the cluster is unreachable */
export async function reachCluster(namespace: string): Promise<Cluster> {
  for (const tool of ['kubectl', 'helm']) if (!which(tool)) throw new PlainError(`${tool} is required on the PATH.`);
  const { code } = await run('kubectl', ['version', '--request-timeout=10s']);
  if (code !== 0) throw new PlainError('No cluster is reachable: set KUBECONFIG to the one to use.');
  const kubectl = (...args: string[]) => runOrFail('kubectl', ['-n', namespace, ...args]);
  return {
    kubectl,
    helm: (...args) => runOrFail('helm', ['-n', namespace, ...args]),
    list: async (kind, selector) => JSON.parse(await kubectl('get', kind, '-l', selector, '-o', 'json')).items,
    evict: async (pod) => {
      const folder = mkdtempSync(join(tmpdir(), 'forge-eviction-'));
      const file = join(folder, 'eviction.json');
      writeFileSync(
        file,
        JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } }),
      );
      await kubectl('create', '--raw', `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`, '-f', file);
      rmSync(folder, { recursive: true });
      await kubectl('wait', '--for=delete', `pod/${pod}`, '--timeout=120s');
    },
    execJson: (pod, ...command) => execInPod(['-n', namespace, 'exec', pod, '--', ...command]),
  };
}

function execInPod<Result>(args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errorOutput = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (errorOutput += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      try {
        if (code === 0) return resolve(JSON.parse(output));
      } catch {
        // The connection was cut, and the output is incomplete.
      }
      reject(new Error(`${args.slice(3).join(' ')}: ${errorOutput.trim() || 'no output'}`));
    });
  });
}
