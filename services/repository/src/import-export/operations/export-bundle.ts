import { downloadOperation, type Call } from '@forgemesh/rpc';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import type { BundlesDeps } from '../deps';

/** Exports a repository as a git bundle. */
export const exportBundle = downloadOperation(
  ProjectBundleServiceDefinition.exportBundle,
  async ({ project_id, storage, wiki }, { caller, deps, signal }: Call<BundlesDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const { stream } = deps.transportGit.streamBundle({ repo, caller }, { signal, timeoutMs: 0 });
    return { headers: { 'Content-Type': 'application/octet-stream' }, content: stream };
  },
);
