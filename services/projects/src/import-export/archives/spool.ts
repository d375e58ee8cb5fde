/**
 * Temporary files of a running job, for data whose size must be known in advance or that is read
 * twice.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import { Spool } from './spooled-files';
import type { ArchivesDeps } from './deps';

export { Spool, type SpooledFile } from './spooled-files';

/** Runs work with temporary files and removes them afterwards. */
export async function withSpool<T>(
  { spoolFolder }: Pick<ArchivesDeps, 'spoolFolder'>,
  work: (spool: Spool) => Promise<T>,
): Promise<T> {
  await mkdir(spoolFolder, { recursive: true });
  const folder = await mkdtemp(path.join(spoolFolder, 'job-'));
  try {
    return await work(new Spool(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Daily removal of files left by a crash. */
export const sweepSpools: Schedule<ArchivesDeps> = {
  name: 'projects-sweep-spools',
  everyMs: DAY_MS,
  async run({ spoolFolder }) {
    await mkdir(spoolFolder, { recursive: true });
    for (const name of await readdir(spoolFolder)) {
      const folder = path.join(spoolFolder, name);
      const { mtimeMs } = await stat(folder);
      if (mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
    }
  },
};
