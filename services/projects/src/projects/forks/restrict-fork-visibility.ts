/** Keeps forks from being more visible than their sources. */
import { projectKeys, type Visibility, isWider, widerThan } from '#access';
import type { ForksDeps } from './deps';

const BATCH = 100;

/**
 * Restricts the forks of a project that are more visible than it. Idempotent. The events of these
 * forks trigger the same for their forks.
 */
export async function restrictForkVisibility(
  deps: Pick<ForksDeps, 'projects'>,
  sourceId: number,
  actor: number | null,
): Promise<void> {
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
 * Restricts a project that is more visible than its source. The source may have been restricted
 * while the project was created or changed.
 */
export async function restrictToSourceVisibility(
  deps: Pick<ForksDeps, 'projects'>,
  id: number,
  actor: number | null,
): Promise<void> {
  const { forked_from_project_id: sourceId } = (await deps.projects.find(id)) ?? {};
  const source = sourceId === undefined ? null : await deps.projects.find(sourceId);
  if (source) await restrict(deps, id, source.visibility, actor);
}

async function restrict(
  deps: Pick<ForksDeps, 'projects'>,
  id: number,
  widest: Visibility,
  actor: number | null,
): Promise<void> {
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
