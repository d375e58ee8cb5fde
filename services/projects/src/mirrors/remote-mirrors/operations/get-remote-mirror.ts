import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation } from '#operation';
import { findRemoteMirror } from '../find-remote-mirror';
import { presentRemoteMirror } from '../remote-mirror.entity';

/** Gets a push mirror. */
export const getRemoteMirror = operation(RemoteMirrorServiceDefinition.getRemoteMirror, async (request, call) =>
  presentRemoteMirror(call.deps, await findRemoteMirror(call, request.mirror_id)),
);
