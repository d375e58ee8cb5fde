import type { ProjectCreationDeps } from './deps';

/** Options for unlinking a fork. */
export interface Unlinking {
  sourceId: number;
  actor: number | null;
  /**
   * Whether the fork also leaves its network. If the source is deleted, its forks stay in the
   * network.
   */
  leavesNetwork: boolean;
}

/** Removes the relation of a fork to its source; false if there is none. */
export async function unlinkFork(
  deps: Pick<ProjectCreationDeps, 'projects'>,
  forkId: number,
  unlinking: Unlinking,
): Promise<boolean> {
  const { sourceId, actor, leavesNetwork } = unlinking;
  let isUnlinked = false;
  await deps.projects.mutate(forkId, ({ forked_from_project_id: current }) => {
    isUnlinked = current === sourceId;
    if (!isUnlinked) return null;
    return {
      set: { updated_at: new Date() },
      update: {
        $unset: { forked_from_project_id: 1, fork_operation_id: 1, ...(leavesNetwork && { fork_network_id: 1 }) },
      },
      events: [
        {
          type: 'projects.project.updated',
          actor,
          changes: { forked_from_project_id: { from: sourceId, to: null } },
        },
      ],
    };
  });
  return isUnlinked;
}
