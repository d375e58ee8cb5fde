import { ProjectDirectoryServiceService } from '@forgemesh/proto/projects/v1/project_directory';
import { internalOperation } from '../operation';
import { fullNameOf, fullPathOf, isGoing, pathIds, knownTree } from './namespace-tree';

/** Tells how groups are displayed. */
export const listGroupProfiles = internalOperation(
  ProjectDirectoryServiceService.listGroupProfiles,
  async ({ ids }, { deps }) => {
    const groups = [...(await knownTree(deps, ids)).values()].filter(({ kind }) => kind === 'group');
    const tree = await knownTree(deps, groups.flatMap(pathIds));
    return {
      groups: groups
        .filter((group) => !isGoing(pathIds(group), tree))
        .map((group) => ({
          id: group._id,
          name: group.name,
          path: group.path,
          full_path: fullPathOf(group, tree),
          full_name: fullNameOf(group, tree),
          web_url: deps.urls.group(fullPathOf(group, tree)),
          ancestor_ids: group.ancestor_ids,
        })),
    };
  },
);
