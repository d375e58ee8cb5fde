import { downloadOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { SnapshotServiceDefinition } from '@forgemesh/proto/repository/v1/snapshot';
import { startDownload } from '#content';
import { openExisting } from '#refs/packs';
import type { SnapshotsDeps } from '../deps';

/** Downloads a repository as a tar of its bare folder. */
export const getSnapshot = downloadOperation(
  SnapshotServiceDefinition.getSnapshot,
  async (request, call: Call<SnapshotsDeps>) => {
    const { packs, storages, transportGit } = call.deps;
    const { id, storage } = call.resource();
    const location = storages.locate(id, storage, request.wiki ? 'wiki' : 'project');
    if (!(await openExisting(packs, location))) throw new NotFoundError('Repository');
    // A large repository takes long; the copy stops when the client disconnects.
    const { stream } = transportGit.streamSnapshot(
      { repo: location.repo, caller: call.caller },
      { signal: call.signal, timeoutMs: 0 },
    );
    return {
      headers: {
        'Content-Type': 'application/x-tar',
        'Content-Disposition': 'attachment; filename="snapshot.tar"',
        'Content-Transfer-Encoding': 'binary',
        'Cache-Control': 'private',
      },
      content: await startDownload(stream),
    };
  },
);
