/** Removes projects whose days after the mark are over. */
import type { Schedule } from '@forgemesh/kit';
import type { Projects } from '../service';
import { removeProject } from './remove-project';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 100;

/** Looks every hour for projects that were marked longer ago than the instance keeps them. */
export const removeMarkedProjects: Schedule<Projects> = {
  name: 'projects-remove-marked',
  everyMs: HOUR_MS,
  async run(deps) {
    const days = deps.settings.current().deletion_adjourned_period ?? 0;
    const before = new Date(Date.now() - days * DAY_MS);
    for (;;) {
      const due = await deps.projects.model
        .find({ marked_for_deletion_at: { $lt: before } }, { _id: 1 })
        .limit(BATCH)
        .lean();
      for (const { _id: id } of due) await removeDue(deps, id, before);
      if (due.length < BATCH) return;
    }
  },
};

/** A project may be restored while others are removed: from here on it cannot be any more. */
async function removeDue(deps: Projects, id: number, before: Date): Promise<void> {
  const project = await deps.projects.mutate(id, ({ marked_for_deletion_at: since, removal_due: isDue }) =>
    since && since < before && !isDue ? { set: { removal_due: true } } : null,
  );
  if (project?.removal_due) await removeProject(deps, project, project.marked_for_deletion_by ?? null);
}
