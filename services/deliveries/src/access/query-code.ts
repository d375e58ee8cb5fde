/** Reads code of projects for events, which have no caller. */
import { isForgeError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId, type CallContext } from '@forgemesh/telemetry';
import type { Clients } from '#clients';

/** An administrator, who has full access everywhere. */
const administrator = { user_id: 0, admin: true, external: false };

/** Dependencies for reading code. */
export interface CodeDeps {
  clients: Pick<Clients, 'access'>;
}

/**
 * Calls the repository service with owner rights on a project; null if the project or the requested
 * object does not exist.
 */
export async function queryCode<T>(
  { clients }: CodeDeps,
  projectId: number,
  query: (context: CallContext) => Promise<T>,
): Promise<T | null> {
  const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }];
  const { resources } = await clients.access.authorize({ subject: administrator, references });
  const [id] = resources;
  if (!id?.found) return null;
  try {
    return await query({ ...serviceContext(currentRequestId()), access: { id } });
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return null;
    throw error;
  }
}
