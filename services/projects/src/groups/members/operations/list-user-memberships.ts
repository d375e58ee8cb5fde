import { listPage } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import { UserMembershipServiceDefinition, type UserMembership } from '@forgemesh/proto/projects/v1/user_membership';
import { notExpired, type MembershipDocument, type SourceKind } from '#access/memberships';
import type { MembersDeps } from '../deps';

const kinds: Record<string, SourceKind> = { Project: 'project', Namespace: 'group' };

/** Lists the direct memberships of a user. */
export const listUserMemberships = operation(
  UserMembershipServiceDefinition.listUserMemberships,
  async (request, call: Call<MembersDeps>) => {
    const { deps } = call;
    if (!(await deps.directory.fetchProfile(request.user_id))) throw new NotFoundError('User');
    const kind = kinds[request.type ?? ''];
    const rows = await listPage(call, {
      model: deps.memberships.model,
      filter: { user_id: request.user_id, ...(kind && { source_kind: kind }), ...notExpired() },
      sort: { _id: 1 },
      request,
    });
    const names = await namesOf(deps, rows);
    return { memberships: rows.map((row) => present(row, names.get(row.source) ?? '')) };
  },
);

/** Names by source, with one query for projects and one for groups. */
async function namesOf(
  { projects, namespaces }: MembersDeps,
  rows: MembershipDocument[],
): Promise<Map<string, string>> {
  const idsOf = (kind: SourceKind): number[] =>
    rows.filter((row) => row.source_kind === kind).map((row) => row.source_id);
  const [named, groups] = await Promise.all([
    projects.model.find({ _id: { $in: idsOf('project') } }, { name: 1 }).lean<{ _id: number; name: string }[]>(),
    namespaces.model.find({ _id: { $in: idsOf('group') } }, { name: 1 }).lean<{ _id: number; name: string }[]>(),
  ]);
  return new Map([
    ...named.map(({ _id: id, name }) => [`project/${id}`, name] as const),
    ...groups.map(({ _id: id, name }) => [`group/${id}`, name] as const),
  ]);
}

function present(
  { source_id, source_kind, access_level }: MembershipDocument,
  name: string,
): ResponseOf<UserMembership> {
  const type = source_kind === 'project' ? 'Project' : 'Namespace';
  return { source_id, source_name: name, source_type: type, access_level };
}
