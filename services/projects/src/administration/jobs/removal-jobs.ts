/**
 * Removals of projects that are marked for deletion, for administrators. Each waits until its grace
 * period has ended.
 */
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import { restoreChange } from '#projects/lifecycle';
import type { ProjectDocument } from '#projects/model';
import { removalAt } from '#projects/removal';
import type { AdminJobKind } from './admin-job-kind';
import type { JobState } from './job-state';
import type { AdminJobsDeps } from './deps';

const isMarked = { marked_for_deletion_at: { $exists: true } };
/** Filters by state. Completed removals leave no project, and removals never fail permanently. */
const filters: Record<JobState, object | null> = {
  waiting: { ...isMarked, removal_due: { $ne: true } },
  running: { ...isMarked, removal_due: true },
  failed: null,
  done: null,
};

/** Removal jobs. */
export const removalJobs: AdminJobKind = {
  name: 'removal',
  list: (deps, state) => ({
    async read({ skip, limit }) {
      const filter = state === undefined ? isMarked : filters[state];
      if (filter === null) return { rows: [], total: 0 };
      const { model } = deps.projects;
      const total = await model.countDocuments(filter);
      if (limit === 0 || total <= skip) return { rows: [], total };
      const found = await model.find(filter).sort({ _id: -1 }).skip(skip).limit(limit).lean<ProjectDocument[]>();
      return { rows: found.map((project) => present(deps, project)), total };
    },
  }),
  async retry(deps, id, actor) {
    const project = await change(deps, id, () => ({ set: { removal_due: true } }));
    await deps.removeProject(project, actor);
    return present(deps, project);
  },
  async cancel(deps, id, actor) {
    let before: ProjectDocument | undefined;
    await change(deps, id, (project) => {
      before = project;
      return restoreChange(project, actor);
    });
    if (!before) throw new NotFoundError('Job');
    return { ...present(deps, before), state: 'failed', due_at: null };
  },
};

/** Changes a marked project whose removal has not started. */
async function change(
  deps: AdminJobsDeps,
  id: number,
  compute: Parameters<AdminJobsDeps['projects']['mutate']>[1],
): Promise<ProjectDocument> {
  const project = await deps.projects.mutate(id, (current) => {
    if (!current.marked_for_deletion_at) throw new NotFoundError('Job');
    if (current.removal_due) throw new ConflictError('The job is running');
    return compute(current);
  });
  if (!project) throw new NotFoundError('Job');
  return project;
}

function present(deps: AdminJobsDeps, project: ProjectDocument): ResponseOf<AdminJob> {
  const { _id: id, marked_for_deletion_at: since, marked_for_deletion_by: by, removal_due: isDue = false } = project;
  return {
    id: `removal-${id}`,
    kind: 'removal',
    project_id: id,
    user_id: by ?? null,
    state: isDue ? 'running' : 'waiting',
    status: isDue ? 'started' : 'scheduled',
    error: null,
    failures: 0,
    due_at: since ? removalAt(deps, since).toISOString() : null,
    created_at: (since ?? project.created_at).toISOString(),
  };
}
