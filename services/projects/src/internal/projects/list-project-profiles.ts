import { ProjectDirectoryServiceDefinition, type ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { areEmailsDisabled, fullNameOf, fullPathOf, isBeingRemoved, pathIds, type NamespaceTree } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { InternalProjectsDeps } from './deps';

const profileFields = { name: 1, path: 1, namespace_id: 1, ancestor_ids: 1, storage: 1 } as const;
type Named = Pick<ProjectDocument, '_id' | keyof typeof profileFields>;

/** Lists display data of projects. */
export const listProjectProfiles = internalOperation(
  ProjectDirectoryServiceDefinition.listProjectProfiles,
  async ({ ids }, { deps }: Call<InternalProjectsDeps>) => {
    const projects = await deps.projects.model.find({ _id: { $in: ids } }, profileFields).lean<Named[]>();
    const tree = await deps.namespaceTree.loadCachedTree(projects.flatMap(pathIds));
    return {
      projects: projects
        .filter((project) => !isBeingRemoved(pathIds(project), tree))
        .map((project) => profileOf(deps, project, tree)),
    };
  },
);

function profileOf({ urls }: InternalProjectsDeps, project: Named, tree: NamespaceTree): ProjectProfile {
  const namespace = tree.get(project.namespace_id);
  const fullPath = namespace ? `${fullPathOf(namespace, tree)}/${project.path}` : project.path;
  return {
    id: project._id,
    name: project.name,
    name_with_namespace: namespace ? `${fullNameOf(namespace, tree)} / ${project.name}` : project.name,
    path: project.path,
    path_with_namespace: fullPath,
    web_url: urls.page(fullPath),
    namespace_id: project.namespace_id,
    ancestor_ids: project.ancestor_ids,
    storage: project.storage,
    emails_disabled: areEmailsDisabled(pathIds(project), tree),
  };
}
