import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupMemberServiceDefinition,
  ProjectMemberServiceDefinition,
  type CreateProjectMemberRequest,
  type Member,
} from '@forgemesh/proto/projects/v1/member';
import { expired, type MembershipDocument, type SourceKind, addMembership } from '#access/memberships';
import { presentMembers } from '../member.entity';
import { assertValidMembership } from '../member-rules';
import { sourceOf, type MemberSource } from '../member-source';
import { findDirect } from '../read-members';
import type { MembersDeps } from '../deps';

/** Adds a user to a project. */
export const createProjectMember = operation(
  ProjectMemberServiceDefinition.createProjectMember,
  (request, call: Call<MembersDeps>) => createMember('project', request, call),
);

/** Adds a user to a group. */
export const createGroupMember = operation(
  GroupMemberServiceDefinition.createGroupMember,
  (request, call: Call<MembersDeps>) => createMember('group', request, call),
);

type Request = Pick<CreateProjectMemberRequest, 'user_id' | 'access_level' | 'expires_at'>;

/** Adds a user to the project or group of a request. */
export async function createMember(
  kind: SourceKind,
  request: Request,
  call: Call<MembersDeps>,
): Promise<ResponseOf<Member>> {
  const { deps, operationId } = call;
  const source = await sourceOf(call, kind);
  const profile = await deps.directory.fetchProfile(request.user_id);
  if (!profile) throw new NotFoundError('User');
  await deps.directory.storeUser(profile);
  const row = (await deps.memberships.findByOperation(operationId ?? '')) ?? (await addMember(call, source, request));
  const [member] = await presentMembers(deps, [row]);
  if (!member) throw new NotFoundError('User');
  return member;
}

async function addMember(call: Call<MembersDeps>, source: MemberSource, request: Request): Promise<MembershipDocument> {
  const { deps, principal, operationId } = call;
  const { user_id: userId, access_level: level, expires_at: expiresAt = null } = request;
  if (await findDirect(deps, source, userId)) throw new ConflictError('Member already exists');
  await assertValidMembership(deps, source, { user_id: userId, access_level: level, expires_at: expiresAt });
  await removeExpired(call, source, userId);
  const row = await addMembership(deps, {
    source_kind: source.kind,
    source_id: source.id,
    user_id: userId,
    access_level: level,
    expires_at: expiresAt,
    created_by: principal.id,
    operationId,
  });
  if (!row) throw new ConflictError('Member already exists');
  return row;
}

/** Removes an expired membership, so that a new one can be added. */
async function removeExpired(
  { deps, principal }: Call<MembersDeps>,
  { key }: MemberSource,
  userId: number,
): Promise<void> {
  const row = await deps.memberships.model
    .findOne({ source: key, user_id: userId, ...expired() })
    .lean<MembershipDocument>();
  if (row) await deps.memberships.remove(row, { type: 'projects.member.removed', actor: principal.id });
}
