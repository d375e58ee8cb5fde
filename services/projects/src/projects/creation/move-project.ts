/** Moves a project to another namespace. */
import { projectKeys, isWider } from '#access';
import type { PathClaimRequest } from '#namespaces/paths';
import { type NamespaceDocument, fullPathOf, pathIds, type NamespaceTree } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import { rubyHash } from './ruby-hash';
import { nameIsTaken } from './new-project';
import { claimProjectPath, readProjectLimit } from './project-limit';
import { finalizeProjectMove } from './finalize-project-move';
import type { ProjectCreationDeps } from './deps';

/** The user who moves a project, and the id of the write. */
export interface Move {
  actor: number;
  operationId: string | undefined;
}

/** Whether an earlier attempt of the same write moved the project. */
export function isMovedBy(
  project: ProjectDocument,
  target: Pick<NamespaceDocument, '_id'>,
  operationId: string | undefined,
): boolean {
  return project.namespace_id === target._id && operationId !== undefined && project.moved_by === operationId;
}

/**
 * Moves a project with its path. Returns an error in the format of the API; undefined on success.
 * The update of the document is the commit point: the project's event completes a move that a crash
 * interrupts after it, and a claim from before it becomes stale.
 */
export async function moveProject(
  deps: ProjectCreationDeps,
  project: ProjectDocument,
  target: NamespaceDocument,
  move: Move,
): Promise<string | undefined> {
  if (isMovedBy(project, target, move.operationId)) return undefined;
  if (project.namespace_id === target._id) return refusal('Project is already in this namespace.');
  if (target.kind === 'group' && isWider(project.visibility, target.visibility))
    return refusal('Transfer failed, please contact an admin.');
  const claim: PathClaimRequest = { parentId: target._id, path: project.path, kind: 'project', targetId: project._id };
  const limit = await readProjectLimit(deps, target);
  const isNameTaken = await nameIsTaken(deps, target._id, project.name);
  if (isNameTaken || !(await claimProjectPath(deps, claim, limit)))
    return refusal('Project with same name or path in target namespace already exists');
  const tree = await deps.namespaceTree.readTree([...pathIds(project), ...pathIds(target)]);
  const moved = await deps.projects.mutate(project._id, (current) =>
    current.namespace_id === project.namespace_id && current.path === project.path
      ? moveTo(current, target, { ...move, tree })
      : null,
  );
  if (moved?.namespace_id !== target._id) {
    await deps.paths.release(claim);
    return refusal('Transfer failed, please contact an admin.');
  }
  await finalizeProjectMove(deps, moved, { parentId: project.namespace_id, path: project.path });
  return undefined;
}

function moveTo(
  project: ProjectDocument,
  target: NamespaceDocument,
  { actor, operationId, tree }: Move & { tree: NamespaceTree },
): object {
  const location = {
    namespace_id: target._id,
    ancestor_ids: target.kind === 'group' ? pathIds(target) : [],
  };
  const { owner_id: _left, ...rest } = project;
  const owner = target.owner_id === undefined ? {} : { owner_id: target.owner_id };
  const now = new Date();
  return {
    set: {
      ...location,
      ...owner,
      ...(operationId !== undefined && { moved_by: operationId }),
      access_keys: projectKeys({ ...rest, ...location, ...owner }),
      last_activity_at: now,
      updated_at: now,
    },
    ...(target.owner_id === undefined && { update: { $unset: { owner_id: 1 } } }),
    events: [
      {
        type: 'projects.project.updated',
        actor,
        changes: {
          namespace_id: { from: project.namespace_id, to: target._id },
          path_with_namespace: {
            from: fullPath(project.namespace_id, project.path, tree),
            to: fullPath(target._id, project.path, tree),
          },
        },
      },
    ],
  };
}

function fullPath(namespaceId: number, path: string, tree: NamespaceTree): string {
  const namespace = tree.get(namespaceId);
  return namespace ? `${fullPathOf(namespace, tree)}/${path}` : path;
}

function refusal(text: string): string {
  return rubyHash({ new_namespace: [text] });
}
