import { listPage } from '@forgemesh/data';
import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { presentRemoteMirror } from '../remote-mirror.entity';
import type { RemoteMirrorsDeps } from '../deps';

/** Lists the push mirrors of a project. */
export const listRemoteMirrors = operation(
  RemoteMirrorServiceDefinition.listRemoteMirrors,
  async (request, call: Call<RemoteMirrorsDeps>) => {
    const { model } = call.deps.remoteMirrors;
    const filter = { project_id: call.resource('id').id };
    const mirrors = await listPage(call, { model, filter, sort: { _id: 1 }, request });
    return { remote_mirrors: mirrors.map((mirror) => presentRemoteMirror(call.deps, mirror)) };
  },
);
