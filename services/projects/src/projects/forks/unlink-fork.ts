import type { Projects } from '../../deps';

/** How a relation ends. */
export interface Unlinking {
  sourceId: number;
  actor: number | null;
  /**
   * The fork leaves the network, too. A fork whose source is deleted stays in it with the other
   * ones.
   */
  leavesNetwork: boolean;
}

/** Ends the relation of a fork to its source; false where there is none any more. */
export async function unlinkFork(deps: Projects, forkId: number, unlinking: Unlinking): Promise<boolean> {
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
