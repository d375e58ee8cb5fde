/** Commits in payloads. */
import { isForgeError, NotFoundError } from '@forgemesh/errors';
import { serviceContext, type ResponseOf } from '@forgemesh/rpc';
import { currentRequestId, type CallContext } from '@forgemesh/telemetry';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import { authorizeProject } from '#access/authorize-reference';
import { EVENT_VIEWER } from '#access/viewer';
import type { Projects } from '#deps';

/** A viewer with full access everywhere. */
const owner = { ...EVENT_VIEWER, id: 0 };

/**
 * Call context for reading a project's code with owner rights. Throws NotFoundError if the project
 * was deleted.
 */
async function codeContext(deps: Projects, projectId: number): Promise<CallContext> {
  const id = await authorizeProject(deps, owner, String(projectId));
  if (!id.found) throw new NotFoundError('Project');
  return { ...serviceContext(currentRequestId()), access: { id } };
}

/** A commit of a project; null if it does not exist. */
export async function findCommit(deps: Projects, projectId: number, sha: string): Promise<Commit | null> {
  return queryCode(deps, projectId, (context) =>
    deps.clients.commits.getCommit({ id: String(projectId), sha }, { context }),
  );
}

/**
 * Calls the repository service with owner rights on a project; null if the requested object does
 * not exist.
 */
export async function queryCode<T>(
  deps: Projects,
  projectId: number,
  query: (context: CallContext) => Promise<T>,
): Promise<T | null> {
  try {
    return await query(await codeContext(deps, projectId));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return null;
    throw error;
  }
}

/** The commit part of a payload. */
export function commitBlock(
  commit: Pick<Commit, 'id' | 'message' | 'committed_date' | 'author_name' | 'author_email'>,
  { web_url }: ResponseOf<Project>,
): object {
  return {
    id: commit.id,
    message: commit.message,
    timestamp: commit.committed_date,
    url: `${web_url}/-/commit/${commit.id}`,
    author: { name: commit.author_name, email: commit.author_email },
  };
}
