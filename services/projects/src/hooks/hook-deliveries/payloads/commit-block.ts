/** Commits in payloads. */
import { isForgeError, NotFoundError } from '@forgemesh/errors';
import { serviceContext, type ResponseOf } from '@forgemesh/rpc';
import { currentRequestId, type CallContext } from '@forgemesh/telemetry';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import { authorizeProject } from '../../../access/authorize-reference';
import { EVENT_VIEWER } from '../../../access/viewer';
import type { Projects } from '../../../deps';

/** Whoever has a level everywhere. */
const owner = { ...EVENT_VIEWER, id: 0 };

/**
 * A call that asks for a project's code as its owner sees it. Throws NotFoundError where the
 * project is gone.
 */
async function codeContext(deps: Projects, projectId: number): Promise<CallContext> {
  const id = await authorizeProject(deps, owner, String(projectId));
  if (!id.found) throw new NotFoundError('Project');
  return { ...serviceContext(currentRequestId()), access: { id } };
}

/** A commit of a project; null where there is none. */
export async function findCommit(deps: Projects, projectId: number, sha: string): Promise<Commit | null> {
  return queryCode(deps, projectId, (context) =>
    deps.clients.commits.getCommit({ id: String(projectId), sha }, { context }),
  );
}

/**
 * The answer to a question about a project's code; null where what was asked for does not exist.
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

/** The part that tells of a commit. */
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
