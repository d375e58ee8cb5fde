/** Reads code of projects for events, which have no caller. */
import { isForgeError, NotFoundError } from '@forgemesh/errors';
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId, type CallContext } from '@forgemesh/telemetry';
import { EVENT_VIEWER } from '#access';
import { authorizeProject } from './authorize-reference';
import type { AuthorizationDeps } from './deps';

/** A viewer with full access everywhere. */
const owner = { ...EVENT_VIEWER, id: 0 };

/**
 * Call context for reading a project's code with owner rights. Throws NotFoundError if the project
 * was deleted.
 */
async function codeContext(deps: AuthorizationDeps, projectId: number): Promise<CallContext> {
  const id = await authorizeProject(deps, owner, String(projectId));
  if (!id.found) throw new NotFoundError('Project');
  return { ...serviceContext(currentRequestId()), access: { id } };
}

/**
 * Calls the repository service with owner rights on a project; null if the requested object does
 * not exist.
 */
export async function queryCode<T>(
  deps: AuthorizationDeps,
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
