import { canReadFeature } from '@forgemesh/access';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import { openKeys, subjectOf } from '#access';
import { labelFilter } from '#access/external-authorization';
import { combineFilters } from '#projects/lists';
import type { InternalAccessDeps } from './deps';

/** Lists the projects whose code a subject may read, the most recently active first. */
export const listCodeAccess = internalOperation(
  AccessServiceDefinition.listCodeAccess,
  async ({ subject, group_id: groupId, limit }, { deps }: Call<InternalAccessDeps>) => {
    const viewer = subjectOf(subject);
    const labels = await labelFilter(deps, viewer);
    const held = await deps.levels.viewerKeys(viewer);
    const readable = {
      ...(groupId !== undefined && { ancestor_ids: groupId }),
      ...(!viewer.admin && { access_keys: { $in: [...openKeys(viewer), ...held.keys()] } }),
    };
    const found = await deps.projects.model
      .find(combineFilters(readable, labels), { _id: 1 }, { sort: { last_activity_at: -1, _id: -1 }, limit: limit + 1 })
      .lean<Pick<ProjectDocument, '_id'>[]>();
    const projects = await Promise.all(
      found.slice(0, limit).map(({ _id: id }) => deps.authorization.authorizeProject(viewer, String(id))),
    );
    return {
      projects: projects.filter((project) => project.found && canReadFeature(project, 'repository')),
      has_more: found.length > limit,
    };
  },
);
