import { type Call, internalOperation } from '@forgemesh/rpc';
import { PushGrantServiceDefinition } from '@forgemesh/proto/collaboration/v1/push_grant';
import type { MergeRequestDocument, ModelDeps } from '#items/model';

/** Maximum number of merge requests of a project that are considered. */
const MAX_GRANTS = 1_000;

/**
 * Lists the branches of a fork to which members of target projects may push through open merge
 * requests.
 */
export const listPushGrants = internalOperation(
  PushGrantServiceDefinition.listPushGrants,
  async ({ source_project_id }, { deps }: Call<ModelDeps>) => {
    const open = { source_project_id, state: 'opened' as const, allow_collaboration: true };
    const rows = await deps.items.mergeRequests.model
      .find({ ...open, project_id: { $ne: source_project_id } })
      .select({ source_branch: 1, project_id: 1, target_branch: 1 })
      .limit(MAX_GRANTS)
      .lean<Pick<MergeRequestDocument, 'source_branch' | 'project_id' | 'target_branch'>[]>();
    return {
      grants: rows.map(({ source_branch, project_id, target_branch }) => ({
        source_branch,
        target_branch,
        target_project_id: project_id,
      })),
    };
  },
);
