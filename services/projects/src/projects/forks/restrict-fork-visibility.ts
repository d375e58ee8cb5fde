/** Forks open no further than their sources. */
import { projectKeys } from '../../access/access-keys';
import { type Visibility, isWider, widerThan } from '../../access/visibility';
import type { Projects } from '../../deps';

const BATCH = 100;

/**
 * Narrows the forks of a project that open further than it. Safe to repeat; the forks of forks
 * follow from their events.
 */
export async function restrictForkVisibility(deps: Projects, sourceId: number, actor: number | null): Promise<void> {
  for (;;) {
    const source = await deps.projects.find(sourceId);
    if (!source) return;
    const forks = await deps.projects.model
      .find({ forked_from_project_id: sourceId, visibility: { $in: widerThan(source.visibility) } }, { _id: 1 })
      .limit(BATCH)
      .lean<{ _id: number }[]>();
    for (const { _id: id } of forks) await restrict(deps, id, source.visibility, actor);
    if (forks.length < BATCH) return;
  }
}

/**
 * Narrows a project that opens further than its source, which may have been narrowed while it was
 * made or widened.
 */
export async function restrictToSourceVisibility(deps: Projects, id: number, actor: number | null): Promise<void> {
  const { forked_from_project_id: sourceId } = (await deps.projects.find(id)) ?? {};
  const source = sourceId === undefined ? null : await deps.projects.find(sourceId);
  if (source) await restrict(deps, id, source.visibility, actor);
}

async function restrict(deps: Projects, id: number, widest: Visibility, actor: number | null): Promise<void> {
  await deps.projects.mutate(id, (project) => {
    const { visibility: before } = project;
    if (!isWider(before, widest)) return null;
    return {
      set: {
        visibility: widest,
        access_keys: projectKeys({ ...project, visibility: widest }),
        updated_at: new Date(),
      },
      events: [{ type: 'projects.project.updated', actor, changes: { visibility: { from: before, to: widest } } }],
    };
  });
}
