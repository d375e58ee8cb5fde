import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { EVENT_VIEWER } from '#access';
import { listFields } from '#projects/model';
import { areEmailsDisabled, isBeingRemoved, pathIds, type NamespaceDocument } from '#namespaces';
import type { InternalNamespacesDeps } from './deps';

/** Lists display data of groups. */
export const listGroupProfiles = internalOperation(
  ProjectDirectoryServiceDefinition.listGroupProfiles,
  async ({ ids }, { deps }: Call<InternalNamespacesDeps>) => {
    const found = await deps.groupCache.getAll(ids, async (missing) => {
      const groups = await deps.namespaces.model
        .find({ _id: { $in: missing }, kind: 'group' }, listFields)
        .lean<NamespaceDocument[]>();
      return new Map(groups.map((group) => [group._id, group]));
    });
    const groups = [...found.values()].filter((group) => group?.kind === 'group') as NamespaceDocument[];
    const tree = await deps.namespaceTree.loadCachedTree(groups.flatMap(pathIds));
    const present = groups.filter((group) => !isBeingRemoved(pathIds(group), tree));
    const entities = await deps.groupPresenter.presentGroups(present, EVENT_VIEWER);
    return {
      groups: entities.map((entity, index) => ({
        id: entity.id,
        name: entity.name,
        path: entity.path,
        description: entity.description,
        full_path: entity.full_path,
        full_name: entity.full_name,
        web_url: entity.web_url,
        ancestor_ids: present[index]?.ancestor_ids ?? [],
        visibility: entity.visibility,
        lfs_enabled: entity.lfs_enabled,
        avatar_url: entity.avatar_url ?? undefined,
        request_access_enabled: entity.request_access_enabled,
        parent_id: entity.parent_id ?? undefined,
        emails_disabled: areEmailsDisabled([...(present[index]?.ancestor_ids ?? []), entity.id], tree),
      })),
    };
  },
);
