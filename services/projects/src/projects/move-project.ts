/** Moves a project to another namespace. */
import { projectKeys } from '../access/access-keys';
import { rubyHash } from '../groups/ruby-hash';
import { claimPath, confirmPath, releasePath, type PathWish } from '../namespaces/claim-path';
import type { NamespaceDocument } from '../namespaces/namespace.model';
import { pathIds } from '../namespaces/namespace-tree';
import type { Projects } from '../service';
import { isWider } from '../visibility';
import { nameIsTaken } from './new-project';
import type { ProjectDocument } from './project.model';

/** Moves a project with its path. Returns the problem as the API words it; undefined where it is done. */
export async function moveProject(
  deps: Projects,
  project: ProjectDocument,
  target: NamespaceDocument,
  actor: number,
): Promise<string | undefined> {
  if (project.namespace_id === target._id) return refusal('Project is already in this namespace.');
  if (target.kind === 'group' && isWider(project.visibility, target.visibility))
    return refusal('Transfer failed, please contact an admin.');
  const wish: PathWish = { parentId: target._id, path: project.path, kind: 'project', targetId: project._id };
  const isNameTaken = await nameIsTaken(deps, target._id, project.name);
  if (isNameTaken || !(await claimPath(deps, wish)))
    return refusal('Project with same name or path in target namespace already exists');
  const moved = await deps.projects.mutate(project._id, (current) => moveTo(current, target, actor));
  if (!moved) {
    await releasePath(deps, wish);
    return refusal('Transfer failed, please contact an admin.');
  }
  await confirmPath(deps, wish);
  await releasePath(deps, { ...wish, parentId: project.namespace_id });
  return undefined;
}

function moveTo(project: ProjectDocument, target: NamespaceDocument, actor: number): object {
  const place = {
    namespace_id: target._id,
    ancestor_ids: target.kind === 'group' ? pathIds(target) : [],
  };
  const { owner_id: _left, ...rest } = project;
  const owner = target.owner_id === undefined ? {} : { owner_id: target.owner_id };
  return {
    set: {
      ...place,
      ...owner,
      access_keys: projectKeys({ ...rest, ...place, ...owner }),
      updated_at: new Date(),
    },
    ...(target.owner_id === undefined && { update: { $unset: { owner_id: 1 } } }),
    events: [
      {
        type: 'projects.project.updated',
        actor,
        changes: { namespace_id: { from: project.namespace_id, to: target._id } },
      },
    ],
  };
}

function refusal(text: string): string {
  return rubyHash({ new_namespace: [text] });
}
