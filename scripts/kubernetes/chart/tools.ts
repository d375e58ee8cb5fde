// Tools that check the Helm chart without a cluster: helm and the definitions of the Kubernetes
// objects. Both are downloaded from the Go module proxy, once per version, into the user's cache
// folder.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCached, ensureCached } from '../../lib/cache.ts';
import { programEnvironment, runOrFail, which } from '../../lib/processes.ts';
import type { Log } from '../../lib/log.ts';

const helmVersion = 'v3.19.5';
const kubernetesVersion = 'v1.34.4';
const helmEntry = `helm-${helmVersion}`;
const definitionsEntry = `kubernetes-definitions-${kubernetesVersion}`;
const definitionsFile = 'swagger.json';

/** Version of Kubernetes that the chart is checked against. */
export const kubernetes = kubernetesVersion.slice(1);

/** @returns paths of helm and the definitions; undefined if they are not in the cache */
export function chartTools(): { helm: string; definitions: string } | undefined {
  const helm = which('helm') ?? inEntry(helmEntry, 'helm');
  const definitions = inEntry(definitionsEntry, definitionsFile);
  return helm && definitions ? { helm, definitions } : undefined;
}

/**
 * Downloads and builds missing tools, which takes about two minutes the first time. Without Go
 * nothing is done, and the checks are skipped.
 */
export async function prepareChartTools(log: Log) {
  if (chartTools()) return;
  const go = which('go');
  if (!go) return log.print('Skipping the chart checks: neither helm nor Go was found');
  const env = programEnvironment({ CGO_ENABLED: '0', GOTOOLCHAIN: 'local' });
  await ensureCached(definitionsEntry, log, (folder) =>
    log.step('Downloading the definitions of Kubernetes', async () => {
      const module = `k8s.io/kubernetes@${kubernetesVersion}`;
      const { Dir } = JSON.parse(await runOrFail(go, ['mod', 'download', '-json', module], { cwd: folder, env }));
      copyFileSync(join(Dir, 'api/openapi-spec', definitionsFile), join(folder, definitionsFile));
    }),
  );
  if (which('helm')) return;
  await ensureCached(helmEntry, log, (folder) =>
    log.step(`Building helm ${helmVersion}`, async () => {
      const args = ['install', '-ldflags', '-s -w', `helm.sh/helm/v3/cmd/helm@${helmVersion}`];
      await runOrFail(go, args, { cwd: folder, env: { ...env, GOBIN: folder } });
    }),
  );
}

function inEntry(entry: string, file: string) {
  const folder = findCached(entry);
  return folder && join(folder, file);
}
