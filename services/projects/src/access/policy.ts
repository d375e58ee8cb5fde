/** Rights that depend on more than the caller's level. */
import { OWNER, REPORTER } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { ProjectsCall } from '../operation';
import type { Feature } from '../projects/projects/settings/features';

/**
 * Only owners change the name and visibility of a project. Throws ForbiddenError for other callers.
 */
export function assertMayUpdate(
  call: ProjectsCall,
  request: { name?: string | undefined; visibility?: string | undefined },
): void {
  const isOwners = request.name !== undefined || request.visibility !== undefined;
  if (isOwners && call.resource('id').level < OWNER) throw new ForbiddenError();
}

/** A caller's rights on a project. */
export type Reader = Pick<AuthorizedResource, 'features' | 'level' | 'open'>;

/**
 * Minimum level of members for a members-only feature. Code and features based on it require
 * reporters.
 */
export function minMemberLevel(feature: Feature): number {
  return feature === 'repository' || feature === 'merge_requests' || feature === 'builds' ? REPORTER : 1;
}

/** Whether the level of a feature lets the caller use it. */
export function canUse(feature: Feature, { features, level }: Omit<Reader, 'open'>): boolean {
  const featureLevel = features[feature] ?? 'enabled';
  return featureLevel === 'enabled' || (featureLevel === 'private' && level >= minMemberLevel(feature));
}

/**
 * Whether the caller may read the code of a project: reporters, and non-members if both project and
 * repository are open to them.
 */
export function canReadCode(reader: Reader): boolean {
  return canUse('repository', reader) && (reader.level >= REPORTER || reader.open);
}
