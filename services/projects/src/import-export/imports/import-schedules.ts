/** Starts imports and removes files that imports left. */
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { ImportsDeps } from './deps';

/** Maximum number of concurrent imports in one process. */
const MAX_RUNNING = 4;

/** Starts due imports. */
export const runImports: Schedule<ImportsDeps> = {
  name: 'projects-imports',
  everyMs: 1_000,
  watches: ({ imports }) => [imports.model],
  run: (deps) => deps.importJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 }),
};

/** Daily removal of archives that a crash left without an import. */
export const sweepImports: Schedule<ImportsDeps> = {
  name: 'projects-sweep-imports',
  everyMs: DAY_MS,
  async run({ imports, importFiles }) {
    await importFiles.sweep(new Date(Date.now() - DAY_MS), (files) =>
      imports.model.distinct('file', { file: { $in: files } }),
    );
  },
};
