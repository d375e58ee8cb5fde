import { OWNER } from '@forgemesh/access';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import type { QueryFilter } from 'mongoose';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { filterOf } from '#groups/lists';
import type { NamespaceDocument } from '#namespaces';
import { levelOf, subjectOf } from '#access';
import type { InternalAccessDeps } from './deps';

/** Lists the groups that a subject may read, with the subject's level on each. */
export const listGroupAccess = internalOperation(
  AccessServiceDefinition.listGroupAccess,
  async ({ subject, group_id: groupId }, { deps }: Call<InternalAccessDeps>) => {
    const viewer = subjectOf(subject);
    if (viewer.admin && groupId === undefined) return { everything: true, groups: [] };
    const [held, readable, scope] = await Promise.all([
      deps.levels.viewerKeys(viewer),
      filterOf(deps, viewer, {}, { allAvailable: true }),
      groupId === undefined ? {} : relatedGroupsFilter(deps, groupId),
    ]);
    const groups = await deps.namespaces.model
      .find({ ...readable, ...scope }, { access_keys: 1 })
      .lean<Pick<NamespaceDocument, '_id' | 'access_keys'>[]>();
    return {
      everything: false,
      groups: groups.map(({ _id: id, access_keys: keys }) => ({
        id,
        level: viewer.admin ? OWNER : levelOf(keys, held),
      })),
    };
  },
);

/** Filter for a group, its ancestors and its subgroups. */
async function relatedGroupsFilter(deps: InternalAccessDeps, groupId: number): Promise<QueryFilter<NamespaceDocument>> {
  const group = await deps.namespaces.find(groupId);
  return { $or: [{ _id: { $in: [groupId, ...(group?.ancestor_ids ?? [])] } }, { ancestor_ids: groupId }] };
}
