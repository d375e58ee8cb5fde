/** Presents protected branches in the API. */
import type { EventEntity } from '@forgemesh/events';
import { MAX_TIER, MAINTAINER } from '@forgemesh/access';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProtectedBranch, ProtectionAccessLevel } from '@forgemesh/proto/repository/v1/protected_branch';
import type { BranchAccessLevel, ProtectedBranchDocument } from './protected-branch.model';

const descriptions: Record<number, string> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** A protected branch or wildcard; some fields depend on the license tier. */
export function presentProtectedBranch(
  document: ProtectedBranchDocument,
  tier: number = MAX_TIER,
): ResponseOf<ProtectedBranch> {
  const levels = {
    push_access_levels: document.push_access_levels.map(presentAccessLevel),
    merge_access_levels: document.merge_access_levels.map(presentAccessLevel),
  };
  // Responses of a lower tier omit one field, which the message type cannot express.
  if (tier < 1) return { name: document.name, ...levels } as ResponseOf<ProtectedBranch>;
  return {
    id: document._id,
    name: document.name,
    ...levels,
    unprotect_access_levels: unprotectLevelsOf(document).map(presentAccessLevel),
    code_owner_approval_required: false,
  };
}

/** Presents a protection in events. */
export function presentProtectedBranchEvent(
  document: ProtectedBranchDocument,
): EventEntity<'repository.protected_branch.updated'> {
  return { ...presentProtectedBranch(document), project_id: document.project_id };
}

/** Levels that may remove a protection; default: maintainers. */
export function unprotectLevelsOf({ unprotect_access_levels: levels }: ProtectedBranchDocument): BranchAccessLevel[] {
  return levels && levels.length > 0 ? levels : [{ access_level: MAINTAINER }];
}

/** A role with access. */
export function presentAccessLevel({ access_level }: BranchAccessLevel): ProtectionAccessLevel {
  return { access_level, access_level_description: descriptions[access_level] ?? '' };
}
