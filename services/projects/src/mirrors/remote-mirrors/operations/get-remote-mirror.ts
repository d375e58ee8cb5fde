import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { findRemoteMirror } from '../find-remote-mirror';
import { presentRemoteMirror } from '../remote-mirror.entity';
import type { RemoteMirrorsDeps } from '../deps';

/** Gets a push mirror. */
export const getRemoteMirror = operation(
  RemoteMirrorServiceDefinition.getRemoteMirror,
  async (request, call: Call<RemoteMirrorsDeps>) =>
    presentRemoteMirror(call.deps, await findRemoteMirror(call, request.mirror_id)),
);
