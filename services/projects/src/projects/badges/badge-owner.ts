/** The owner of badges: the project or group of a request. */
import { canReadFeature } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { sourceKey, type SourceKind } from '#access/memberships';
import { fullPathOf, pathIds } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import { usesPlaceholder, type BadgeUrls, type PlaceholderValues } from './badge-urls';
import type { BadgesDeps } from './deps';

/** The data of a project or group that badge operations need. */
export interface BadgeOwner {
  /** Key of its own badges. */
  key: string;
  /** Keys of all badges that it shows, including those of ancestor groups. */
  visibleKeys: string[];
  /**
   * Project that provides the placeholder values; null if a group has no project that the caller
   * may see.
   */
  project: ProjectDocument | null;
  /**
   * Whether the caller may read the code of that project, including its default branch and commit.
   */
  isCodeReadable: boolean;
}

/** The owner of a request. Throws NotFoundError if it was deleted after authorization. */
export async function badgeOwnerOf(call: Call<BadgesDeps>, kind: SourceKind): Promise<BadgeOwner> {
  const { id } = call.resource('id');
  const key = sourceKey(kind, id);
  if (kind === 'group') return { key, visibleKeys: [key], ...(await oldestProject(call, id)) };
  const project = await call.deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  const groups = pathIds(project).map((groupId) => sourceKey('group', groupId));
  return {
    key,
    visibleKeys: [key, ...groups],
    project,
    isCodeReadable: canReadFeature(call.resource('id'), 'repository'),
  };
}

async function oldestProject(
  call: Call<BadgesDeps>,
  groupId: number,
): Promise<Pick<BadgeOwner, 'project' | 'isCodeReadable'>> {
  const viewer = viewerOf(call);
  const visible = await call.deps.visibleProjects.filter(viewer, {});
  const filter = { $and: [{ access_keys: `d:${groupId}` }, visible] };
  const project = await call.deps.projects.model
    .findOne(filter, undefined, { sort: { _id: 1 } })
    .lean<ProjectDocument>();
  const rights = project && (await call.deps.authorization.authorizeProject(viewer, String(project._id)));
  return { project, isCodeReadable: rights !== null && canReadFeature(rights, 'repository') };
}

/** The values of placeholders. Reads the path and the commit only if a badge uses them. */
export async function loadPlaceholderValues(
  { deps }: Call<BadgesDeps>,
  { project, isCodeReadable }: BadgeOwner,
  badges: readonly BadgeUrls[],
): Promise<PlaceholderValues> {
  if (!project) return {};
  const { _id: id, storage } = project;
  const branch = isCodeReadable ? project.default_branch : null;
  const [tree, tip] = await Promise.all([
    usesPlaceholder('project_path', badges) ? deps.namespaceTree.readTree(pathIds(project)) : undefined,
    usesPlaceholder('commit_sha', badges) && branch !== null
      ? deps.clients.storage.getBranchTip({ project_id: id, storage, branch })
      : undefined,
  ]);
  const namespace = tree?.get(project.namespace_id);
  return {
    project_id: String(id),
    project_path: tree && namespace ? `${fullPathOf(namespace, tree)}/${project.path}` : null,
    default_branch: branch,
    commit_sha: tip?.commit_sha ?? null,
  };
}
