import { downloadOperation, type Call } from '@forgemesh/rpc';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { repositoryExists } from '@forgemesh/git-engine';
import type { StorageMovesDeps } from '../deps';

/** Streams a complete repository. */
export const readRepository = downloadOperation(
  StorageMoveServiceDefinition.readRepository,
  async (
    { project_id, storage, wiki },
    { caller, deps: { storages, transportGit }, signal }: Call<StorageMovesDeps>,
  ) => {
    const { repo } = storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const headers = { 'Content-Type': 'application/x-tar' };
    if (!(await repositoryExists(repo))) return { headers, content: emptyStream() };
    const input = { repo, with_logs: true, caller };
    const { stream } = transportGit.streamSnapshot(input, { signal, timeoutMs: 0 });
    return { headers, content: stream };
  },
);

async function* emptyStream(): AsyncGenerator<Buffer> {}
