/** Reads members: direct ones by page, inherited ones all at once, each user with his highest level. */
import { listPage, pageRows, type Answer, type PageRequest } from '@forgemesh/kit';
import type { Member } from '@forgemesh/proto/projects/v1/member';
import type { ProjectsCall } from '../operation';
import type { Projects } from '../service';
import { findUsers } from '../users/directory';
import { presentMembers, type MemberRow } from './member.entity';
import type { MemberSource } from './member-source';
import { notExpired, sourceKey, type MembershipDocument } from './membership.model';

/** Which members a list shows. */
export interface MemberListRequest extends PageRequest {
  query?: string | undefined;
  user_ids?: number[] | undefined;
}

/** A page of the direct members. */
export async function listDirect(
  call: ProjectsCall,
  source: MemberSource,
  request: MemberListRequest,
): Promise<Answer<Member>[]> {
  const { deps } = call;
  const filter = { source: source.key, ...notExpired(), ...userFilter(request) };
  if (request.query) {
    const rows = await deps.memberships.model.find(filter).sort({ _id: 1 }).lean<MembershipDocument[]>();
    return presentMembers(deps, pageRows(call, await matching(deps, rows, request.query), request));
  }
  const rows = await listPage(call, { model: deps.memberships.model, filter, sort: { _id: 1 }, request });
  return presentMembers(deps, rows);
}

/** A page of the direct and inherited members. */
export async function listInherited(
  call: ProjectsCall,
  source: MemberSource,
  request: MemberListRequest,
): Promise<Answer<Member>[]> {
  const { deps } = call;
  const rows = await highestRows(deps, source, userFilter(request));
  const found = request.query ? await matching(deps, rows, request.query) : rows;
  return presentMembers(deps, pageRows(call, found, request));
}

/** The direct row of a user that counts today. */
export async function findDirect(
  deps: Projects,
  source: MemberSource,
  userId: number,
): Promise<MembershipDocument | null> {
  return deps.memberships.model
    .findOne({ source: source.key, user_id: userId, ...notExpired() })
    .lean<MembershipDocument>();
}

/** The highest row of a user, direct or inherited. */
export async function findInherited(
  deps: Projects,
  source: MemberSource,
  userId: number,
): Promise<MemberRow | undefined> {
  const rows = await highestRows(deps, source, { user_id: userId });
  return rows[0];
}

/** The highest row of a user in the groups above, with the group. */
export async function highestAbove(
  deps: Projects,
  { groupIds }: MemberSource,
  userId: number,
): Promise<MembershipDocument | undefined> {
  const sources = groupIds.map((id) => sourceKey('group', id));
  const rows = await deps.memberships.model
    .find({ user_id: userId, source: { $in: sources }, ...notExpired() })
    .lean<MembershipDocument[]>();
  return rows.sort((one, other) => other.access_level - one.access_level)[0];
}

async function highestRows(deps: Projects, source: MemberSource, filter: object): Promise<MemberRow[]> {
  const sources = [source.key, ...source.groupIds.map((id) => sourceKey('group', id))];
  const rows = await deps.memberships.model
    .find({ source: { $in: sources }, ...notExpired(), ...filter }, { user_id: 1, access_level: 1, expires_at: 1 })
    .sort({ user_id: 1 })
    .lean<MemberRow[]>();
  const highest = new Map<number, MemberRow>();
  for (const row of rows) {
    if ((highest.get(row.user_id)?.access_level ?? 0) < row.access_level) highest.set(row.user_id, row);
  }
  return [...highest.values()];
}

function userFilter({ user_ids: ids }: MemberListRequest): object {
  return ids?.length ? { user_id: { $in: ids } } : {};
}

/** Rows of users whose name or user name contains the text. */
async function matching<Row extends MemberRow>(deps: Projects, rows: Row[], query: string): Promise<Row[]> {
  const users = await findUsers(
    deps,
    rows.map(({ user_id: id }) => id),
  );
  const text = query.toLowerCase();
  return rows.filter(({ user_id: id }) => {
    const user = users.get(id);
    return user && [user.name, user.username].some((name) => name.toLowerCase().includes(text));
  });
}
