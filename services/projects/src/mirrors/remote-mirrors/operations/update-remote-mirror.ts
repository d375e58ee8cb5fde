import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { assertMayMirror } from '#projects/mirroring';
import { findRemoteMirror } from '../find-remote-mirror';
import { presentRemoteMirror } from '../remote-mirror.entity';
import { remoteMirrorSettings } from '../remote-mirror-settings';
import type { RemoteMirrorsDeps } from '../deps';

/** Changes the given fields of a push mirror. */
export const updateRemoteMirror = operation(
  RemoteMirrorServiceDefinition.updateRemoteMirror,
  async (request, call: Call<RemoteMirrorsDeps>) => {
    assertMayMirror(call);
    const { deps, principal } = call;
    const mirror = await findRemoteMirror(call, request.mirror_id);
    const set = remoteMirrorSettings(request);
    const changed = await deps.remoteMirrors.mutate(mirror._id, (current) => {
      const changes = changesOf(current, set);
      if (Object.keys(changes).length === 0) return null;
      return {
        set: { ...set, updated_at: new Date() },
        events: [{ type: 'projects.remote_mirror.updated', actor: principal.id, changes }],
      };
    });
    if (!changed) throw new NotFoundError();
    return presentRemoteMirror(deps, changed);
  },
);
