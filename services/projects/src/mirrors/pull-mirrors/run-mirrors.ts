/** Starts due transfers of mirrors. */
import type { Schedule } from '@forgemesh/service';
import type { PullMirrorsDeps } from './deps';

const DEFAULT_CAPACITY = 30;
const DEFAULT_THRESHOLD = 15;

export const runMirrors: Schedule<PullMirrorsDeps> = {
  name: 'projects-mirrors',
  everyMs: 2_000,
  watches: ({ projects, remoteMirrors }) => [
    { model: projects.model, fields: ['job_due_at', 'archived'] },
    { model: remoteMirrors.model, fields: ['job_due_at', 'enabled'] },
  ],
  async run({ settings, pullMirrors, pushMirrors }) {
    const {
      mirror_max_capacity: maxRunning = DEFAULT_CAPACITY,
      mirror_capacity_threshold: threshold = DEFAULT_THRESHOLD,
    } = settings.current();
    await pullMirrors.startDue({ maxRunning, threshold });
    await pushMirrors.startDue({ maxRunning, threshold });
  },
};
