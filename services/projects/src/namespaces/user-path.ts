import { pathKey, type PathClaim } from '#namespaces/paths';
import type { NamespacesDeps } from './deps';

/** Whether a user has the claimed path. */
export async function isUserAtPath(deps: NamespacesDeps, { _id, target_id: id }: PathClaim): Promise<boolean> {
  const profile = await deps.directory.fetchProfile(id);
  return profile !== undefined && pathKey(0, profile.username) === _id;
}
