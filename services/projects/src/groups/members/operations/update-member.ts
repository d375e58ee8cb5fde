import { OWNER } from '@forgemesh/access';
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupMemberServiceDefinition,
  ProjectMemberServiceDefinition,
  type Member,
} from '@forgemesh/proto/projects/v1/member';
import type { MembershipDocument, SourceKind } from '#access/memberships';
import { presentMembers } from '../member.entity';
import { changeMembership } from '../last-owner';
import { assertNotNamespaceOwner, assertValidMembership } from '../member-rules';
import { sourceOf } from '../member-source';
import type { MembersDeps } from '../deps';

/** Changes a member of a project. */
export const updateProjectMember = operation(
  ProjectMemberServiceDefinition.updateProjectMember,
  (request, call: Call<MembersDeps>) => updateMember('project', request, call),
);

/** Changes a member of a group. */
export const updateGroupMember = operation(
  GroupMemberServiceDefinition.updateGroupMember,
  (request, call: Call<MembersDeps>) => updateMember('group', request, call),
);

interface Request {
  user_id: number;
  access_level: number;
  expires_at?: string | null | undefined;
}

async function updateMember(kind: SourceKind, request: Request, call: Call<MembersDeps>): Promise<ResponseOf<Member>> {
  const { deps } = call;
  const source = await sourceOf(call, kind);
  const set = {
    access_level: request.access_level,
    ...(request.expires_at !== undefined && { expires_at: request.expires_at }),
  };
  const changed = await changeMembership(deps, source, {
    userId: request.user_id,
    endsOwnership: request.access_level !== OWNER || Boolean(request.expires_at),
    validate: async (row) => {
      assertNotNamespaceOwner(source, row.user_id);
      await assertValidMembership(deps, source, { ...request, expires_at: request.expires_at });
    },
    write: (row) => storeMember(call, row, set),
  });
  const [member] = await presentMembers(deps, [changed]);
  if (!member) throw new NotFoundError();
  return member;
}

async function storeMember(
  { deps, principal }: Call<MembersDeps>,
  row: MembershipDocument,
  set: Partial<Pick<MembershipDocument, 'access_level' | 'expires_at'>>,
): Promise<MembershipDocument | null> {
  const changes = changesOf(row, set);
  if (Object.keys(changes).length === 0) return row;
  return deps.memberships.change(row, {
    set,
    events: [{ type: 'projects.member.updated', actor: principal.id, changes }],
  });
}
