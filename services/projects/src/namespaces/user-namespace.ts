/**
 * Namespaces of users. They are created and renamed together with their users, as identity's events
 * report.
 */
import { isDuplicateKey, searchFields } from '@forgemesh/data';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { PathClaimRequest } from '#namespaces/paths';
import type { NamespaceDocument } from './namespace.model';
import type { NamespacesDeps } from './deps';

/** The fields of a user that the namespace is derived from. */
export type NamespaceOwner = Pick<UserProfile, 'id' | 'username' | 'name' | 'version'>;

/** The namespace of a user; null if there is none. */
export async function findUserNamespace(deps: NamespacesDeps, userId: number): Promise<NamespaceDocument | null> {
  return deps.namespaces.model.findOne({ owner_id: userId }).lean<NamespaceDocument>();
}

/**
 * The namespace of a user. Creates it if its creation was interrupted; null if the user does not
 * exist.
 */
export async function requireUserNamespace(deps: NamespacesDeps, userId: number): Promise<NamespaceDocument | null> {
  const namespace = await findUserNamespace(deps, userId);
  if (namespace) return namespace;
  const profile = await deps.directory.fetchProfile(userId);
  if (!profile) return null;
  await reconcileUserNamespace(deps, profile);
  return findUserNamespace(deps, userId);
}

/**
 * Creates or renames a user's namespace to match the user, and redirects the previous path.
 * Idempotent.
 */
export async function reconcileUserNamespace(
  deps: NamespacesDeps,
  owner: NamespaceOwner,
): Promise<NamespaceDocument | null> {
  const existing = await findUserNamespace(deps, owner.id);
  // Events may be late or out of order. The newest version of the user wins.
  if (existing && (existing.user_version ?? 0) > owner.version) return existing;
  const claim = userPathClaim(owner.id, owner.username);
  if (!(await deps.paths.claim(claim))) {
    deps.log.warn({ user_id: owner.id, path: owner.username }, 'path of the user belongs to another user or group');
    return existing;
  }
  const reconciled = await rename(deps, existing ?? (await insertNamespace(deps, owner)), owner);
  if (reconciled?.path_lower === owner.username.toLowerCase()) await deps.paths.confirm(claim);
  else await deps.paths.release(claim);
  return reconciled;
}

/**
 * Releases the previous path of a user's namespace and redirects it. Idempotent, also if the user
 * was renamed back since.
 */
export async function leaveUserPath(deps: NamespacesDeps, namespace: NamespaceDocument, path: string): Promise<void> {
  if (namespace.owner_id === undefined || namespace.path_lower === path.toLowerCase()) return;
  const target = { kind: 'namespace', target_id: namespace._id } as const;
  await deps.paths.leave(userPathClaim(namespace.owner_id, path), target);
}

/** The path claim of a user. */
export function userPathClaim(userId: number, path: string): PathClaimRequest {
  return { parentId: 0, path, kind: 'user', targetId: userId };
}

async function insertNamespace(deps: NamespacesDeps, owner: NamespaceOwner): Promise<NamespaceDocument> {
  const now = new Date();
  try {
    return await deps.namespaces.insert({
      _id: await deps.namespaces.nextId(),
      kind: 'user',
      ...namesOf(owner),
      parent_id: 0,
      ancestor_ids: [],
      owner_id: owner.id,
      user_version: owner.version,
      access_keys: [`u:${owner.id}`],
      created_at: now,
      updated_at: now,
    } as unknown as NamespaceDocument);
  } catch (error) {
    const other = isDuplicateKey(error) ? await findUserNamespace(deps, owner.id) : null;
    if (!other) throw error;
    return other;
  }
}

async function rename(
  deps: NamespacesDeps,
  namespace: NamespaceDocument,
  owner: NamespaceOwner,
): Promise<NamespaceDocument | null> {
  let left: string | undefined;
  const renamed = await deps.namespaces.mutate(namespace._id, (current) => {
    const isSame = current.path === owner.username && current.name === owner.name;
    if ((current.user_version ?? 0) > owner.version || isSame) return null;
    left = current.path;
    return { set: { ...namesOf(owner), user_version: owner.version, updated_at: new Date() } };
  });
  if (left !== undefined && renamed) await leaveUserPath(deps, renamed, left);
  return renamed;
}

function namesOf({ username, name }: NamespaceOwner): Partial<NamespaceDocument> & {
  path: string;
  path_lower: string;
  name: string;
  name_lower: string;
} {
  return {
    path: username,
    path_lower: username.toLowerCase(),
    name,
    name_lower: name.toLowerCase(),
    ...searchFields(username, name),
  };
}
