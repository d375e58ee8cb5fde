/** Removes marked projects after the grace period. */
import type { Schedule } from '@forgemesh/service';
import { DAY_MS, MINUTE_MS } from '@forgemesh/service/durations';
import { removeProject } from './remove-project';
import type { ProjectRemovalDeps } from './deps';

const BATCH = 100;

/** Checks every minute for marked projects whose grace period has ended. */
export const removeMarkedProjects: Schedule<ProjectRemovalDeps> = {
  name: 'projects-remove-marked',
  everyMs: MINUTE_MS,
  async run(deps) {
    const before = new Date(Date.now() - daysOf(deps) * DAY_MS);
    // Includes removals that a process started before it died.
    const isDue = { $or: [{ marked_for_deletion_at: { $lt: before } }, { removal_due: true }] };
    for (;;) {
      const due = await deps.projects.model.find(isDue, { _id: 1 }).limit(BATCH).lean();
      for (const { _id: id } of due) await removeDue(deps, id, before);
      if (due.length < BATCH) return;
    }
  },
};

/** When a project that was marked at the given time is removed. */
export function removalAt(deps: Pick<ProjectRemovalDeps, 'settings'>, marked: Date): Date {
  return new Date(marked.getTime() + daysOf(deps) * DAY_MS);
}

function daysOf({ settings }: Pick<ProjectRemovalDeps, 'settings'>): number {
  return settings.current().deletion_adjourned_period ?? 0;
}

/** A project may be restored while others are removed. After this change it cannot be restored. */
async function removeDue(deps: ProjectRemovalDeps, id: number, before: Date): Promise<void> {
  const project = await deps.projects.mutate(id, ({ marked_for_deletion_at: since, removal_due: isDue }) =>
    since && since < before && !isDue ? { set: { removal_due: true } } : null,
  );
  if (project?.removal_due) await removeProject(deps, project, project.marked_for_deletion_by ?? null);
}
