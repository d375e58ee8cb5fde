/**
 * The project or group that a membership belongs to, and the groups that it inherits members from.
 */
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { sourceKey, type SourceKind } from '#access/memberships';
import type { MembersDeps } from './deps';

/** The data of a project or group that member operations need. */
export interface MemberSource {
  kind: SourceKind;
  id: number;
  /** Key of its direct memberships. */
  key: string;
  /** Ancestor groups, top-level first. */
  groupIds: number[];
  /** Its access keys, see access-keys. */
  accessKeys: string[];
  /**
   * Owner of the personal namespace that contains the project. This user's membership cannot be
   * changed.
   */
  ownerId: number | undefined;
  /** The caller's level on it. */
  callerLevel: number;
}

/** The project or group of a write request, read from the database. */
export async function sourceOf(call: Call<MembersDeps>, kind: SourceKind): Promise<MemberSource> {
  const { id } = call.resource('id');
  const { projects, namespaces } = call.deps;
  return toSource(
    call,
    kind,
    kind === 'project'
      ? await projects.model.findById(id, { ancestor_ids: 1, access_keys: 1, owner_id: 1 }).lean()
      : await namespaces.model.findById(id, { ancestor_ids: 1, access_keys: 1 }).lean(),
  );
}

/** The project or group of a read request, from the cache. */
export async function findCachedSource(call: Call<MembersDeps>, kind: SourceKind): Promise<MemberSource> {
  const { id } = call.resource('id');
  const item =
    kind === 'project'
      ? await call.deps.projectReader.findCached(id)
      : (await call.deps.namespaceTree.loadCachedTree([id])).get(id);
  return toSource(call, kind, item ?? null);
}

interface SourceDocument {
  ancestor_ids: number[];
  access_keys: string[];
  owner_id?: number;
}

function toSource(call: Call<unknown>, kind: SourceKind, item: SourceDocument | null): MemberSource {
  const { id, level } = call.resource('id');
  if (!item) throw new NotFoundError(kind === 'project' ? 'Project' : 'Group');
  return {
    kind,
    id,
    key: sourceKey(kind, id),
    groupIds: item.ancestor_ids,
    accessKeys: item.access_keys,
    ownerId: item.owner_id,
    callerLevel: level,
  };
}
