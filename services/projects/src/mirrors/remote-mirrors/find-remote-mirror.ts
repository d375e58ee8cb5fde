import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { RemoteMirrorDocument } from './remote-mirror.model';
import type { RemoteMirrorsDeps } from './deps';

/** The push mirror of a request, in the project of the request. Throws NotFoundError. */
export async function findRemoteMirror(call: Call<RemoteMirrorsDeps>, mirrorId: number): Promise<RemoteMirrorDocument> {
  const mirror = await call.deps.remoteMirrors.find(mirrorId);
  if (mirror?.project_id !== call.resource('id').id) throw new NotFoundError();
  return mirror;
}
