/**
 * Reads members: direct ones by page; inherited and shared ones completely, each user with the
 * highest level.
 */
import { containsTerms, listPage, pageRows, searchTermsOf, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Member } from '@forgemesh/proto/projects/v1/member';
import { sourceCaps } from '#access';
import { notExpired, sourceKey, type MembershipDocument } from '#access/memberships';
import { presentMembers, type MemberRow } from './member.entity';
import type { MemberSource } from './member-source';
import type { MembersDeps } from './deps';

/** Filters and page of the list. */
export interface MemberListRequest extends PageRequest {
  query?: string | undefined;
  user_ids?: number[] | undefined;
}

/** A page of direct members. */
export async function listDirect(
  call: Call<MembersDeps>,
  source: MemberSource,
  request: MemberListRequest,
): Promise<ResponseOf<Member>[]> {
  const { deps } = call;
  const filter = { source: source.key, ...notExpired(), ...userFilter(request) };
  if (request.query) {
    const rows = await deps.memberships.model.find(filter).sort({ _id: 1 }).lean<MembershipDocument[]>();
    return presentMembers(deps, pageRows(call, await matching(deps, rows, request.query), request));
  }
  const rows = await listPage(call, { model: deps.memberships.model, filter, sort: { _id: 1 }, request });
  return presentMembers(deps, rows);
}

/**
 * A page of all members: direct, inherited, and through groups that the object or its ancestors are
 * shared with.
 */
export async function listInherited(
  call: Call<MembersDeps>,
  source: MemberSource,
  request: MemberListRequest,
): Promise<ResponseOf<Member>[]> {
  const { deps } = call;
  const rows = await highestRows(deps, source, userFilter(request));
  const found = request.query ? await matching(deps, rows, request.query) : rows;
  return presentMembers(deps, pageRows(call, found, request));
}

/** The direct membership of a user, if it is not expired. */
export async function findDirect(
  deps: MembersDeps,
  source: MemberSource,
  userId: number,
): Promise<MembershipDocument | null> {
  return deps.memberships.model
    .findOne({ source: source.key, user_id: userId, ...notExpired() })
    .lean<MembershipDocument>();
}

/** The highest membership of a user: direct, inherited or through a share. */
export async function findInherited(
  deps: MembersDeps,
  source: MemberSource,
  userId: number,
): Promise<MemberRow | undefined> {
  const rows = await highestRows(deps, source, { user_id: userId });
  return rows[0];
}

/** The highest membership of a user in the ancestor groups, with the group. */
export async function highestAbove(
  deps: MembersDeps,
  { groupIds }: MemberSource,
  userId: number,
): Promise<MembershipDocument | undefined> {
  const sources = groupIds.map((id) => sourceKey('group', id));
  const rows = await deps.memberships.model
    .find({ user_id: userId, source: { $in: sources }, ...notExpired() })
    .lean<MembershipDocument[]>();
  return rows.sort((one, other) => other.access_level - one.access_level)[0];
}

/**
 * The highest membership of each user. Memberships through a share are capped at the level of the
 * share.
 */
async function highestRows(deps: MembersDeps, source: MemberSource, filter: object): Promise<MemberRow[]> {
  const caps = sourceCaps(await deps.levels.allAccessKeys(source.accessKeys));
  const fields = { source: 1, user_id: 1, access_level: 1, expires_at: 1 } as const;
  const rows = await deps.memberships.model
    .find({ source: { $in: [...caps.keys()] }, ...notExpired(), ...filter }, fields)
    .sort({ user_id: 1 })
    .lean<(MemberRow & Pick<MembershipDocument, 'source'>)[]>();
  const highest = new Map<number, MemberRow>();
  for (const row of rows) {
    const level = Math.min(row.access_level, caps.get(row.source) ?? 0);
    if ((highest.get(row.user_id)?.access_level ?? 0) < level)
      highest.set(row.user_id, { ...row, access_level: level });
  }
  return [...highest.values()];
}

function userFilter({ user_ids: ids }: MemberListRequest): object {
  return ids?.length ? { user_id: { $in: ids } } : {};
}

/** Memberships of users in whose names all terms of the search occur. */
async function matching<Row extends MemberRow>(deps: MembersDeps, rows: Row[], query: string): Promise<Row[]> {
  const users = await deps.directory.findUsers(rows.map(({ user_id: id }) => id));
  const terms = searchTermsOf(query);
  return rows.filter(({ user_id: id }) => {
    const user = users.get(id);
    return user && containsTerms([user.name, user.username], terms);
  });
}
