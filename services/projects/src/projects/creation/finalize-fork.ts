import type { ProjectDocument } from '#projects/model';
import { unlinkFork } from './unlink-fork';
import type { ProjectCreationDeps } from './deps';

/**
 * Timeout for copying the code. A copy to another storage may take longer; it continues there, and
 * the fork's event retries the call.
 */
const TIMEOUT_MS = 50_000;

/**
 * Copies the code of the source to a new fork and recounts the forks of the source. Idempotent.
 * Returns the updated fork.
 */
export async function finalizeFork(deps: ProjectCreationDeps, fork: ProjectDocument): Promise<ProjectDocument> {
  const { _id: id, forked_from_project_id: sourceId } = fork;
  if (sourceId === undefined) return fork;
  const filled = fork.import_status === 'started' ? await copyCode(deps, fork, sourceId) : fork;
  const sourceExists = await deps.recountForks(sourceId);
  // If the source was deleted concurrently, its forks may have been unlinked before this one was
  // stored.
  if (!sourceExists) await unlinkFork(deps, id, { sourceId, actor: fork.creator_id, leavesNetwork: false });
  return filled;
}

async function copyCode(deps: ProjectCreationDeps, fork: ProjectDocument, sourceId: number): Promise<ProjectDocument> {
  const source = await deps.projects.find(sourceId);
  const { default_branch: branch } = await deps.clients.storage.forkRepository(
    {
      source_project_id: sourceId,
      project_id: fork._id,
      storage: fork.storage,
      source_storage: source?.storage ?? fork.storage,
    },
    { timeoutMs: TIMEOUT_MS },
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
