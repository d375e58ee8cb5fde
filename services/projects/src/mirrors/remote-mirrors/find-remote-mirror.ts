import { NotFoundError } from '@forgemesh/errors';
import type { ProjectsCall } from '../../operation';
import type { RemoteMirrorDocument } from './remote-mirror.model';

/** The push mirror that a call names, of the project that it names. Throws NotFoundError. */
export async function findRemoteMirror(call: ProjectsCall, mirrorId: number): Promise<RemoteMirrorDocument> {
  const mirror = await call.deps.remoteMirrors.find(mirrorId);
  if (mirror?.project_id !== call.resource('id').id) throw new NotFoundError();
  return mirror;
}
