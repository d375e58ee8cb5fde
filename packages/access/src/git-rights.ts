/** Rights of git clients on the repositories of a project. */
import type { GrantedResource } from './granted-resource';
import { DEVELOPER, REPORTER } from './levels';
import { meetsRule, type ProjectRights } from './project-rights';

/** A request of a git client to a repository of a project. */
export interface GitRequest {
  /** The code of the project, or its wiki. */
  repository: 'project' | 'wiki';
  isPush: boolean;
}

/**
 * Why git access is refused: the caller may not read the repository, the project is archived, or
 * the caller may read but not push. A merge request may grant the last to readers of the code, for
 * single branches.
 */
export type GitRefusal = 'read' | 'archived' | 'push';

const FETCH_SCOPES = ['api', 'read_repository', 'write_repository'];
const PUSH_SCOPES = ['api', 'write_repository'];

/** Whether the scopes of a token, which may be a deploy token, allow fetching or pushing. */
export function hasGitScope(scopes: readonly string[], { isPush }: Pick<GitRequest, 'isPush'>): boolean {
  return (isPush ? PUSH_SCOPES : FETCH_SCOPES).some((scope) => scopes.includes(scope));
}

/**
 * Decides whether a caller who may read a project may fetch from or push to one of its
 * repositories; null if so. Cloning a wiki requires a reporter, although guests read its pages.
 */
export function refuseGit(
  project: ProjectRights & Pick<GrantedResource, 'archived'>,
  { repository, isPush }: GitRequest,
): GitRefusal | null {
  if (isPush && project.archived) return 'archived';
  const feature = repository === 'wiki' ? 'wiki' : 'repository';
  if (!meetsRule({ feature, role: REPORTER, open: true }, project)) return 'read';
  return isPush && !canPush(project) ? 'push' : null;
}

/** Whether the level of a caller who may read a repository lets them push to it. */
export function canPush({ level, archived }: Pick<GrantedResource, 'level' | 'archived'>): boolean {
  return !archived && level >= DEVELOPER;
}
