import { downloadOperation, type Call } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { openExisting } from '#refs/packs';
import type { StorageMovesDeps } from '../deps';

/** Streams a complete repository. */
export const readRepository = downloadOperation(
  StorageMoveServiceDefinition.readRepository,
  async (
    { project_id, storage, wiki },
    { caller, deps: { packs, storages, transportGit }, signal }: Call<StorageMovesDeps>,
  ) => {
    const location = storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const headers = { 'Content-Type': 'application/x-tar' };
    if (!(await openExisting(packs, location))) return { headers, content: emptyStream() };
    const input = { repo: location.repo, with_logs: true, caller };
    const { stream } = transportGit.streamSnapshot(input, { signal, timeoutMs: 0 });
    return { headers, content: stream };
  },
);

async function* emptyStream(): AsyncGenerator<Buffer> {}
