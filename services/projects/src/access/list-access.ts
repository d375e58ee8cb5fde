import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { internalOperation } from '../operation';
import { featureFields, featureLevels } from '../projects/features';
import type { ProjectDocument } from '../projects/project.model';
import { levelOf, openKeys, OWNER_LEVEL } from './access-keys';
import { viewerKeys } from './levels';
import { subjectOf } from './viewer';

/** Lists the projects that a subject may read, with his level on each. */
export const listAccess = internalOperation(
  AccessServiceService.listAccess,
  async ({ subject, group_id: groupId }, { deps }) => {
    const viewer = subjectOf(subject);
    if (viewer.admin && groupId === undefined) return { everything: true, projects: [] };
    const held = await viewerKeys(deps, viewer);
    const open = openKeys(viewer);
    const projects = await deps.projects.model
      .find(
        {
          ...(groupId !== undefined && { ancestor_ids: groupId }),
          ...(!viewer.admin && { access_keys: { $in: [...open, ...held.keys()] } }),
        },
        { archived: 1, access_keys: 1, ...featureFields },
      )
      .lean<ProjectDocument[]>();
    return {
      everything: false,
      projects: projects.map((project) => ({
        id: project._id,
        level: viewer.admin ? OWNER_LEVEL : levelOf(project.access_keys, held),
        features: Object.fromEntries(Object.entries(featureLevels(project)).filter(([, level]) => level !== 'enabled')),
        archived: project.archived,
        open: project.access_keys.some((key) => open.includes(key)),
      })),
    };
  },
);
