// Options of `npm run cluster`.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatError, PlainError } from '../../lib/fail.ts';
import { chart } from './names.ts';

export const usage = `Usage: npm run cluster -- [options]         (KUBECONFIG names the cluster)
  --values FILE     values of the chart, repeatable (deploy/helm/forgemesh/values-kind.yaml);
                    their profile decides which steps run: add deploy/helm/forgemesh/values-single.yaml for one pod
  --tag TAG         tag of the images (dev)
  --next-tag TAG    tag of an image to update to: collaboration, or program in the profile single; without it the step is skipped
  --namespace NAME  namespace, created and removed (forgemesh-cluster)
  --restart-node C  shell command that restarts the node; without it the step is skipped.
                    kind: 'docker restart forgemesh-control-plane'. A node in namespaces: 'node scripts/run.mjs scripts/kubernetes/cluster/restart-node.ts PID'
  --lose-node NAME  node that is lost after all services have replicas on others; it gets no datastore.
                    Needs --stop-node, objects.packs=objects in --values, and the profile separate
  --stop-node C     shell command that stops this node without notice. kind: 'docker kill forgemesh-worker'
  --only TEXT       only steps whose name contains the text, in addition to installation and removal; repeatable
  --keep            keep the installation at the end
  --help            show this`;

export type Options = ReturnType<typeof readOptions>;

export function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        values: { type: 'string', multiple: true, default: [join(chart, 'values-kind.yaml')] },
        tag: { type: 'string', default: 'dev' },
        'next-tag': { type: 'string' },
        'restart-node': { type: 'string' },
        'lose-node': { type: 'string' },
        'stop-node': { type: 'string' },
        namespace: { type: 'string', default: 'forgemesh-cluster' },
        only: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (Boolean(values['lose-node']) !== Boolean(values['stop-node'])) {
      throw new Error('--lose-node and --stop-node need each other');
    }
    return values;
  } catch (error) {
    throw new PlainError(`${formatError(error).split('\n')[0]}\n${usage}`);
  }
}
