// `npm run cluster`: tests the chart on a real cluster, from installation to removal, and prints
// figures of each step.

import { readOptions, usage } from '../kubernetes/cluster/options.ts';
import { createRun, type ClusterRun } from '../kubernetes/cluster/run.ts';
import { killPods, restartNode } from '../kubernetes/cluster/steps/failures.ts';
import { install, uninstall } from '../kubernetes/cluster/steps/installation.ts';
import { loseNode } from '../kubernetes/cluster/steps/lost-node.ts';
import { changeProfile } from '../kubernetes/cluster/steps/profile-change.ts';
import { addStorage, scale } from '../kubernetes/cluster/steps/scaling.ts';
import { replacePod, rollEach, updateCollaboration, updateProgram } from '../kubernetes/cluster/steps/updates.ts';
import type { Profile } from '../kubernetes/values.ts';
import { PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';

/** Steps between installation and removal. */
const stepsOf: Record<Profile, ((run: ClusterRun) => Promise<void>)[]> = {
  separate: [scale, rollEach, killPods, restartNode, updateCollaboration],
  // The update is last: there may be no other image with its tag.
  single: [replacePod, killPods, restartNode, changeProfile, updateProgram],
};

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const run = await createRun(options, log);
  if (options['lose-node'] && run.profile === 'single') {
    throw new PlainError('--lose-node needs the profile separate: a single pod has no other replica.');
  }
  if (!(await install(run))) return 1;
  for (const steps of stepsOf[run.profile]) await steps(run);
  // Replicas of repository are storages, or serve the same repositories.
  if (run.profile === 'separate') await (options['lose-node'] ? loseNode(run) : addStorage(run));
  await run.step('all acknowledged writes', run.verifyAcknowledged);
  if (!options.keep) await uninstall(run);
  const failed = run.failedSteps();
  log.print(failed === 0 ? 'All steps passed.' : `${failed} steps failed.`);
  return failed === 0 ? 0 : 1;
});
