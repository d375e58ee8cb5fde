import path from 'node:path';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { BundlesDeps } from './deps';

/** Daily, deletes bundle files that a crash left behind. */
export const sweepBundles: Schedule<BundlesDeps> = {
  name: 'repository-sweep-bundles',
  everyMs: DAY_MS,
  async run({ bundleFolder }) {
    await mkdir(bundleFolder, { recursive: true });
    for (const name of await readdir(bundleFolder)) {
      const folder = path.join(bundleFolder, name);
      const { mtimeMs } = await stat(folder);
      if (mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
    }
  },
};
