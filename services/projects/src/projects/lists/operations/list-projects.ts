import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation, type Call } from '@forgemesh/rpc';
import { listVisible } from '../list-visible';
import type { ProjectListsDeps } from '../deps';

/** Minimum license tier for filters by failed checksums. */
const CHECKSUM_TIER = 2;

/** Lists the projects that the caller may see. */
export const listProjects = operation(
  ProjectServiceDefinition.listProjects,
  ({ repository_checksum_failed, wiki_checksum_failed, ...request }, call: Call<ProjectListsDeps>) => {
    const ofTier = call.context.tier >= CHECKSUM_TIER ? { repository_checksum_failed, wiki_checksum_failed } : {};
    return listVisible(call.deps, call, { ...request, ...ofTier });
  },
);
