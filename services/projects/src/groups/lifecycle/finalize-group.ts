/** Steps that follow the insertion of a group. */
import { OWNER } from '@forgemesh/access';
import { addMembership } from '#access/memberships';
import type { PathClaimRequest } from '#namespaces/paths';
import type { NamespaceDocument } from '#namespaces';
import type { GroupLifecycleDeps } from './deps';

/**
 * Makes the creator owner and confirms the path. Also runs from the group's event, in case the
 * first run was interrupted. The path is confirmed last and marks completion, so a late event does
 * not add a creator again who has left since.
 */
export async function finalizeGroup(deps: GroupLifecycleDeps, group: NamespaceDocument): Promise<void> {
  const { _id: id, parent_id: parentId, path, creator_id: creatorId } = group;
  const claim: PathClaimRequest = { parentId, path, kind: 'group', targetId: id };
  if (await deps.paths.isConfirmed(claim)) return;
  if (creatorId !== undefined) {
    await addMembership(deps, {
      source_kind: 'group',
      source_id: id,
      user_id: creatorId,
      access_level: OWNER,
      expires_at: null,
      created_by: creatorId,
    });
  }
  await deps.paths.confirm(claim);
}
