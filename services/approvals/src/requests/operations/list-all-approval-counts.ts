import { operation, type Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import type { ApprovalDocument } from '../approval.model';
import { countApprovals } from '../count-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Counts the approvals of those merge requests, of any project, that the caller can read. */
export const listAllApprovalCounts = operation(
  MergeRequestApprovalServiceDefinition.listAllApprovalCounts,
  async ({ merge_request_ids: ids = [] }, call: Call<RequestApprovalsDeps>) => {
    const { deps } = call;
    const found = await deps.approvals.model.find({ merge_request_id: { $in: ids } }).lean<ApprovalDocument[]>();
    const isReadable = await readableProjects(
      call,
      found.map(({ project_id: id }) => id),
    );
    return {
      counts: await countApprovals(
        deps,
        found.filter(({ project_id: id }) => isReadable(id)),
      ),
    };
  },
);

/** Returns which of these projects' merge requests the caller can read. */
async function readableProjects(
  { deps, user }: Call<RequestApprovalsDeps>,
  ids: readonly number[],
): Promise<(id: number) => boolean> {
  // Without ids, all projects would be listed.
  if (ids.length === 0) return () => false;
  const { everything, projects } = await deps.clients.access.listAccess({
    subject: {
      user_id: user?.id,
      admin: user?.admin ?? false,
      external: user?.external ?? false,
    },
    project_ids: [...new Set(ids)],
  });
  const readable = new Set(
    projects
      .filter(({ level, open, features }) => canReadFeature({ level, open, features }, 'merge_requests'))
      .map(({ id }) => id),
  );
  return (id) => everything || readable.has(id);
}
