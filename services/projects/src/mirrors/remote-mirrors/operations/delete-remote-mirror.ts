import { NotFoundError } from '@forgemesh/errors';
import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { findRemoteMirror } from '../find-remote-mirror';
import type { RemoteMirrorsDeps } from '../deps';

/** Removes a push mirror. */
export const deleteRemoteMirror = operation(
  RemoteMirrorServiceDefinition.deleteRemoteMirror,
  async (request, call: Call<RemoteMirrorsDeps>) => {
    const { deps, principal } = call;
    const mirror = await findRemoteMirror(call, request.mirror_id);
    call.assertUnmodified(mirror.updated_at);
    const event = { type: 'projects.remote_mirror.deleted' as const, actor: principal.id };
    if (!(await deps.remoteMirrors.remove(mirror, event))) throw new NotFoundError();
    return {};
  },
);
