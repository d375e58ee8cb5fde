// The cluster of the KUBECONFIG, asked with kubectl and helm.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { must, run, which } from '../lib/processes.ts';

/** The fields that the run reads, of objects of all kinds that it lists. */
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
    replicas?: number;
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    ingress: { from?: object[] }[];
  };
  status: {
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
  /** Its output; rejects where it fails. */
  kubectl: (...args: string[]) => Promise<string>;
  /** The same. */
  helm: (...args: string[]) => Promise<string>;
  /** Objects. */
  list: (kind: string, selector: string) => Promise<ClusterObject[]>;
  /** Asks for an eviction, as who empties a node does; resolves when the pod is gone. */
  evict: (pod: string) => Promise<void>;
  /** What a command in a pod says, as JSON. */
  ask: <Answer>(pod: string, ...command: string[]) => Promise<Answer>;
}

/** @throws when there is no cluster */
export async function reachCluster(namespace: string): Promise<Cluster> {
  for (const tool of ['kubectl', 'helm']) if (!which(tool)) throw new PlainError(`${tool} is needed on the PATH.`);
  const { code } = await run('kubectl', ['version', '--request-timeout=10s']);
  if (code !== 0) throw new PlainError('No cluster answers: KUBECONFIG names the one to use.');
  const kubectl = (...args: string[]) => must('kubectl', ['-n', namespace, ...args]);
  return {
    kubectl,
    helm: (...args) => must('helm', ['-n', namespace, ...args]),
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
    ask: (pod, ...command) => askPod(['-n', namespace, 'exec', pod, '--', ...command]),
  };
}

function askPod<Answer>(args: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      try {
        if (code === 0) return resolve(JSON.parse(output));
      } catch {
        // The connection was cut, and nobody said so.
      }
      reject(new Error(`${args.slice(3).join(' ')}: ${complaint.trim() || 'no answer'}`));
    });
  });
}
