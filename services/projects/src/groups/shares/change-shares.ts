/** Changes the groups that a project is shared with. */
import type { Change } from '@forgemesh/data';
import { projectKeys } from '#access';
import type { ProjectDocument, ProjectShare } from '#projects/model';

/**
 * The change that replaces the shares of a project and updates its access keys in the same write.
 */
export function changeShares(
  project: ProjectDocument,
  shares: ProjectShare[],
  actor: number | null,
): Change<ProjectDocument> {
  return {
    set: {
      shared_groups: shares,
      access_keys: projectKeys({ ...project, shared_groups: shares }),
      updated_at: new Date(),
    },
    events: [
      {
        type: 'projects.project.updated',
        actor,
        changes: {
          shared_with_groups: { from: project.shared_groups.map(shareSummary), to: shares.map(shareSummary) },
        },
      },
    ],
  };
}

function shareSummary({
  group_id,
  group_access,
  expires_at,
}: ProjectShare): Pick<ProjectShare, 'group_id' | 'group_access' | 'expires_at'> {
  return { group_id, group_access, expires_at };
}
