import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation } from '#operation';
import { listVisible } from '../list/list-visible';

/** Minimum license tier for filters by failed checksums. */
const CHECKSUM_TIER = 2;

/** Lists the projects that the caller may see. */
export const listProjects = operation(
  ProjectServiceDefinition.listProjects,
  ({ repository_checksum_failed, wiki_checksum_failed, ...request }, call) => {
    const ofTier = call.context.tier >= CHECKSUM_TIER ? { repository_checksum_failed, wiki_checksum_failed } : {};
    return listVisible(call, { ...request, ...ofTier });
  },
);
