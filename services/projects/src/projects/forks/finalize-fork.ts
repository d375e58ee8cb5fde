import type { ProjectDocument } from '../projects/project.model';
import type { Projects } from '../../deps';
import { unlinkFork } from './unlink-fork';

/**
 * To another storage the objects travel. What takes longer goes on there, and the event of the fork
 * asks again.
 */
const MAX_MS = 50_000;

/**
 * Gives a new fork the code of its source, and the source its count. Safe to repeat; returns the
 * fork as it is then.
 */
export async function finalizeFork(deps: Projects, fork: ProjectDocument): Promise<ProjectDocument> {
  const { _id: id, forked_from_project_id: sourceId } = fork;
  if (sourceId === undefined) return fork;
  const filled = fork.import_status === 'started' ? await copyCode(deps, fork, sourceId) : fork;
  const sourceExists = await deps.recountForks(sourceId);
  // A source that is deleted at this moment may have taken leave of its forks before this one was
  // there.
  if (!sourceExists) await unlinkFork(deps, id, { sourceId, actor: fork.creator_id, leavesNetwork: false });
  return filled;
}

async function copyCode(deps: Projects, fork: ProjectDocument, sourceId: number): Promise<ProjectDocument> {
  const source = await deps.projects.find(sourceId);
  const { default_branch: branch } = await deps.clients.storage.forkRepository(
    {
      ...{ source_project_id: sourceId, project_id: fork._id, storage: fork.storage },
      source_storage: source?.storage ?? fork.storage,
    },
    { timeoutMs: MAX_MS },
  );
  const filled = await deps.projects.mutate(fork._id, ({ import_status: status, default_branch: current }) => {
    if (status !== 'started') return null;
    const default_branch = current ?? (branch === '' ? null : branch);
    return {
      set: { import_status: 'finished', default_branch },
      events: [
        {
          type: 'projects.project.updated',
          actor: fork.creator_id,
          changes: {
            import_status: { from: status, to: 'finished' },
            ...(default_branch !== current && { default_branch: { from: current, to: default_branch } }),
          },
        },
      ],
    };
  });
  return filled ?? fork;
}
