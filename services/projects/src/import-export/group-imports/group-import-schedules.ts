/** Starts imports of groups and removes files that imports left. */
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { GroupImportsDeps } from './deps';

/** Maximum number of concurrent imports in one process. */
const MAX_RUNNING = 4;

/** Starts due imports. */
export const runGroupImports: Schedule<GroupImportsDeps> = {
  name: 'projects-group-imports',
  everyMs: 1_000,
  watches: ({ groupImports }) => [groupImports.model],
  run: (deps) => deps.groupImportJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 }),
};

/** Daily removal of archives that a crash left without an import. */
export const sweepGroupImports: Schedule<GroupImportsDeps> = {
  name: 'projects-sweep-group-imports',
  everyMs: DAY_MS,
  async run({ groupImports, groupImportFiles }) {
    await groupImportFiles.sweep(new Date(Date.now() - DAY_MS), (files) =>
      groupImports.model.distinct('file', { file: { $in: files } }),
    );
  },
};
