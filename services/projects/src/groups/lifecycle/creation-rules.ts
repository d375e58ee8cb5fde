/** Who may create groups, and which values are valid. */
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import type { Principal } from '@forgemesh/telemetry';
import { restrictionErrors } from '#access';
import type { NamespaceDocument } from '#namespaces';
import { groupNameErrors, groupPathErrors, hasErrors, withoutEmpty, type FieldErrors } from '#namespaces/paths';
import { rubyHash } from '#projects/creation';
import { parentErrors } from './group-settings';
import type { GroupLifecycleDeps } from './deps';

const minLevelForSubgroups: Record<NamespaceDocument['subgroup_creation_level'], number> = {
  maintainer: 40,
  owner: 50,
};

/** The values of a new group that are validated. */
export interface GroupCandidate {
  name: string;
  path: string;
  /** Parent group; null for a top-level group. */
  parent: NamespaceDocument | null;
  visibility: NamespaceDocument['visibility'];
}

/**
 * Throws ForbiddenError unless the creator may create groups in the parent, where `level` is the
 * creator's level, or at the top level if `parent` is null.
 */
export async function assertMayCreateGroup(
  deps: GroupLifecycleDeps,
  creator: Principal,
  { parent, level }: { parent: NamespaceDocument | null; level: number },
): Promise<void> {
  if (parent) {
    if (level < minLevelForSubgroups[parent.subgroup_creation_level]) throw new ForbiddenError();
    return;
  }
  if (creator.admin) return;
  const profile = await deps.directory.fetchProfile(creator.id);
  if (!profile?.can_create_group) throw new ForbiddenError();
}

/** Throws BadRequestError if the name, path or visibility is not allowed. */
export function assertValidGroup(
  deps: GroupLifecycleDeps,
  creator: Principal,
  { name, path, parent, visibility }: GroupCandidate,
): void {
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  assertNoErrors({
    name: groupNameErrors(name),
    path: groupPathErrors(path, parent?._id ?? 0),
    visibility_level: [
      ...restrictionErrors(visibility, { restricted, isAdmin: creator.admin }),
      ...parentErrors(visibility, parent),
    ],
  });
}

/** The API returns the errors of a new group as one string with a printed hash. */
export function assertNoErrors(errors: FieldErrors): void {
  if (hasErrors(errors)) throw new BadRequestError(`Failed to save group ${rubyHash(withoutEmpty(errors))}`);
}
