/** Whose badges an operation is about. */
import { NotFoundError } from '@forgemesh/errors';
import { authorizeProject } from '../../access/authorize-reference';
import { viewerOf } from '../../access/viewer';
import { sourceKey, type SourceKind } from '../../groups/members/membership.model';
import { fullPathOf, pathIds, readTree } from '../../groups/namespaces/namespace-tree';
import type { ProjectsCall } from '../../operation';
import { filterOf } from '../projects/list/list-filter';
import { mayReadCode } from '../../access/policy';
import type { ProjectDocument } from '../projects/project.model';
import { needs, type BadgeUrls, type PlaceholderValues } from './badge-urls';

/** A project or group as far as its badges go. */
export interface BadgeOwner {
  /** Key of its own badges. */
  key: string;
  /** Keys of all badges that it shows. */
  shown: string[];
  /**
   * Project whose values the placeholders take; null where a group has none that the caller may
   * see.
   */
  project: ProjectDocument | null;
  /**
   * Whether the caller may read the code of that project: its branch and commit are told to nobody
   * else.
   */
  canReadCode: boolean;
}

/** The owner that a call names. Throws NotFoundError where it was removed meanwhile. */
export async function badgeOwnerOf(call: ProjectsCall, kind: SourceKind): Promise<BadgeOwner> {
  const { id } = call.resource('id');
  const key = sourceKey(kind, id);
  if (kind === 'group') return { key, shown: [key], ...(await oldestProject(call, id)) };
  const project = await call.deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  const groups = pathIds(project).map((groupId) => sourceKey('group', groupId));
  return { key, shown: [key, ...groups], project, canReadCode: mayReadCode(call.resource('id')) };
}

async function oldestProject(call: ProjectsCall, groupId: number): Promise<Pick<BadgeOwner, 'project' | 'canReadCode'>> {
  const viewer = viewerOf(call);
  const visible = await filterOf(call.deps, viewer, {});
  const filter = { $and: [{ access_keys: `d:${groupId}` }, visible] };
  const project = await call.deps.projects.model
    .findOne(filter, undefined, { sort: { _id: 1 } })
    .lean<ProjectDocument>();
  const rights = project && (await authorizeProject(call.deps, viewer, String(project._id)));
  return { project, canReadCode: rights !== null && mayReadCode(rights) };
}

/**
 * What placeholders of these badges stand for: one read of the path, one question for the commit,
 * where they are needed.
 */
export async function valuesFor(
  { deps }: ProjectsCall,
  { project, canReadCode }: BadgeOwner,
  badges: readonly BadgeUrls[],
): Promise<PlaceholderValues> {
  if (!project) return {};
  const { _id: id, storage } = project;
  const branch = canReadCode ? project.default_branch : null;
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
