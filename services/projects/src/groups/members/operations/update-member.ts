import { OWNER } from '@forgemesh/access';
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import {
  GroupMemberServiceDefinition,
  ProjectMemberServiceDefinition,
  type Member,
} from '@forgemesh/proto/projects/v1/member';
import { operation, type ProjectsCall } from '../../../operation';
import { presentMembers } from '../member.entity';
import { assertNotLastOwner, assertNotNamespaceOwner, assertValidMembership } from '../member-rules';
import { sourceOf } from '../member-source';
import type { SourceKind } from '../membership.model';
import { findDirect } from '../read-members';

/** Changes a member of a project. */
export const updateProjectMember = operation(ProjectMemberServiceDefinition.updateProjectMember, (request, call) =>
  updateMember('project', request, call),
);

/** Changes a member of a group. */
export const updateGroupMember = operation(GroupMemberServiceDefinition.updateGroupMember, (request, call) =>
  updateMember('group', request, call),
);

interface Request {
  user_id: number;
  access_level: number;
  expires_at?: string | null | undefined;
}

async function updateMember(kind: SourceKind, request: Request, call: ProjectsCall): Promise<ResponseOf<Member>> {
  const { deps, principal } = call;
  const source = await sourceOf(call, kind);
  const row = await findDirect(deps, source, request.user_id);
  if (!row) throw new NotFoundError();
  assertNotNamespaceOwner(source, row.user_id);
  const staysOwner = request.access_level === OWNER && !request.expires_at;
  if (!staysOwner) await assertNotLastOwner(deps, source, row);
  await assertValidMembership(deps, source, { ...request, expires_at: request.expires_at });
  const set = {
    access_level: request.access_level,
    ...(request.expires_at !== undefined && { expires_at: request.expires_at }),
  };
  const changed = await deps.memberships.mutate(row._id, (current) => {
    const changes = changesOf(current, set);
    if (Object.keys(changes).length === 0) return null;
    return { set, events: [{ type: 'projects.member.updated', actor: principal.id, changes }] };
  });
  const [member] = changed ? await presentMembers(deps, [changed]) : [];
  if (!member) throw new NotFoundError();
  return member;
}
