/** Presents members. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Member } from '@forgemesh/proto/projects/v1/member';
import type { UserDocument } from '#clients/users';
import type { MembershipDocument } from '#access/memberships';
import type { MembersDeps } from './deps';

/** The fields of a membership that are presented. */
export type MemberRow = Pick<MembershipDocument, 'user_id' | 'access_level' | 'expires_at'>;

/** Presents members. Deleted users are left out. */
export async function presentMembers(deps: MembersDeps, rows: readonly MemberRow[]): Promise<ResponseOf<Member>[]> {
  const users = await deps.directory.findUsers(rows.map(({ user_id: id }) => id));
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    return user ? [presentMember(user, row)] : [];
  });
}

function presentMember(user: UserDocument, row: MemberRow): ResponseOf<Member> {
  return {
    id: user._id,
    name: user.name,
    username: user.username,
    state: user.state,
    avatar_url: user.avatar_url ?? null,
    web_url: user.web_url,
    access_level: row.access_level,
    expires_at: row.expires_at ?? null,
  };
}

/** A membership in events: the member and the project or group. */
export async function presentMembershipEvent(
  deps: MembersDeps,
  row: MembershipDocument,
): Promise<EventEntity<'projects.member.updated'>> {
  const [member] = await presentMembers(deps, [row]);
  const { source_kind, source_id, user_id, access_level, expires_at, created_at } = row;
  return {
    ...member,
    source_kind,
    source_id,
    user_id,
    access_level,
    expires_at,
    created_at: created_at.toISOString(),
  };
}
