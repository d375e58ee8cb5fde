/** Who wrote the commits of a merge request. */
import type { MergeRequestFacts } from '@forgemesh/proto/collaboration/v1/merge_request_facts';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { Approvals } from '../service';

/** Ids of the users who committed to a merge request, as authors or committers; none while a branch is missing. */
export async function committersOf(
  { clients }: Approvals,
  { source_project_id: projectId, base_sha: base, head_sha: head }: MergeRequestFacts,
): Promise<number[]> {
  if (base === undefined || head === undefined) return [];
  const { resources } = await clients.access.authorize({
    // The source may be a fork that the caller cannot see.
    subject: { user_id: undefined, admin: true, external: false },
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }],
  });
  if (!resources[0]?.found) return [];
  const { emails } = await clients.committers.listCommitterEmails({
    ...{ project_id: projectId, storage: resources[0].storage },
    ...{ base_sha: base, head_sha: head },
  });
  if (emails.length === 0) return [];
  const { users } = await clients.users.listUserProfiles({ emails });
  return users.map(({ id }) => id);
}
