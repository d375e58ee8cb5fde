import { OWNER } from '@forgemesh/access';
import { AccessServiceDefinition, type ProjectAccess } from '@forgemesh/proto/projects/v1/access';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { featureFields, featureLevels, type ProjectDocument } from '#projects/model';
import { levelOf, openKeys, type Viewer, subjectOf } from '#access';
import { labelFilter } from '#access/external-authorization';
import { combineFilters } from '#projects/lists';
import type { InternalAccessDeps } from './deps';

const fields = { archived: 1, access_keys: 1, ancestor_ids: 1, ...featureFields } as const;

/** Lists the projects that a subject may read, with the subject's level on each. */
export const listAccess = internalOperation(
  AccessServiceDefinition.listAccess,
  async (
    { subject, group_id: groupId, project_ids: ids, limit, member_only: isMemberOnly },
    { deps }: Call<InternalAccessDeps>,
  ) => {
    const viewer = subjectOf(subject);
    const canSeeAll = viewer.admin && !isMemberOnly;
    const labels = await labelFilter(deps, viewer);
    const isUnrestricted = Object.keys(labels).length === 0;
    if (canSeeAll && isUnrestricted && groupId === undefined)
      return { everything: true, projects: [], has_more: false };
    const held = await deps.levels.viewerKeys(viewer);
    const keys = new Set([...(isMemberOnly ? [] : openKeys(viewer)), ...held.keys()]);
    // A request with project ids is small: the projects are read by id and filtered in memory.
    const isRequested = ({ ancestor_ids: ancestorIds, access_keys: own }: ProjectDocument): boolean =>
      (groupId === undefined || ancestorIds.includes(groupId)) && (canSeeAll || own.some((key) => keys.has(key)));
    const all = {
      ...(groupId !== undefined && { ancestor_ids: groupId }),
      ...(!canSeeAll && { access_keys: { $in: [...keys] } }),
    };
    const found = await deps.projects.model
      .find(
        combineFilters(ids.length > 0 ? { _id: { $in: ids } } : all, labels),
        fields,
        limit === undefined ? {} : { limit: limit + 1 },
      )
      .lean<ProjectDocument[]>();
    const projects = found.filter(isRequested).slice(0, limit);
    return {
      everything: false,
      projects: projects.map((project) => accessTo(project, viewer, held)),
      has_more: limit !== undefined && found.length > limit,
    };
  },
);

function accessTo(project: ProjectDocument, viewer: Viewer, held: ReadonlyMap<string, number>): ProjectAccess {
  const open = openKeys(viewer);
  return {
    id: project._id,
    level: viewer.admin ? OWNER : levelOf(project.access_keys, held),
    features: Object.fromEntries(Object.entries(featureLevels(project)).filter(([, level]) => level !== 'enabled')),
    archived: project.archived,
    open: project.access_keys.some((key) => open.includes(key)),
  };
}
