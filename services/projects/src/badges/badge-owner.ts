/** Whose badges an operation is about. */
import { NotFoundError } from '@forgemesh/kit';
import { viewerOf } from '../access/viewer';
import { sourceKey, type SourceKind } from '../members/membership.model';
import { fullPathOf, pathIds, readTree } from '../namespaces/namespace-tree';
import type { ProjectsCall } from '../operation';
import { filterOf } from '../projects/list-filter';
import type { ProjectDocument } from '../projects/project.model';
import { needs, type BadgeUrls, type PlaceholderValues } from './badge-urls';

/** A project or group as far as its badges go. */
export interface BadgeOwner {
  /** Key of its own badges. */
  key: string;
  /** Keys of all badges that it shows. */
  shown: string[];
  /** Project whose values the placeholders take; null where a group has none that the caller may see. */
  project: ProjectDocument | null;
}

/** The owner that a call names. Throws NotFoundError where it was removed meanwhile. */
export async function badgeOwnerOf(call: ProjectsCall, kind: SourceKind): Promise<BadgeOwner> {
  const { id } = call.resource('id');
  const key = sourceKey(kind, id);
  if (kind === 'group') return { key, shown: [key], project: await oldestProject(call, id) };
  const project = await call.deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  const groups = pathIds(project).map((groupId) => sourceKey('group', groupId));
  return { key, shown: [key, ...groups], project };
}

async function oldestProject(call: ProjectsCall, groupId: number): Promise<ProjectDocument | null> {
  const visible = await filterOf(call.deps, viewerOf(call), {});
  const filter = { $and: [{ access_keys: `d:${groupId}` }, visible] };
  return call.deps.projects.model.findOne(filter, undefined, { sort: { _id: 1 } }).lean<ProjectDocument>();
}

/** What placeholders of these badges stand for: one read of the path, one question for the commit, where they are needed. */
export async function valuesFor(
  { deps }: ProjectsCall,
  { project }: BadgeOwner,
  badges: readonly BadgeUrls[],
): Promise<PlaceholderValues> {
  if (!project) return {};
  const { _id: id, storage, default_branch: branch } = project;
  const [tree, tip] = await Promise.all([
    needs('project_path', badges) ? readTree(deps, pathIds(project)) : undefined,
    needs('commit_sha', badges) && branch !== null
      ? deps.clients.storage.getBranchTip({ project_id: id, storage, branch })
      : undefined,
  ]);
  return {
    project_id: String(id),
    project_path: tree ? fullPathOf(project, tree) : null,
    default_branch: branch,
    commit_sha: tip?.commit_sha ?? null,
  };
}
