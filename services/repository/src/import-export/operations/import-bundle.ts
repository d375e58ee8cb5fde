import { uploadOperation, type Call } from '@forgemesh/rpc';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BadRequestError } from '@forgemesh/errors';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { BRANCHES, isGitError } from '@forgemesh/git-engine';

import path from 'node:path';
import type { BundlesDeps } from '../deps';

/** Creates a repository from a bundle. */
export const importBundle = uploadOperation(
  ProjectBundleServiceDefinition.importBundle,
  async ({ project_id, storage, wiki, default_branch }, content, { deps, signal }: Call<BundlesDeps>) => {
    const location = deps.storages.locate(project_id, storage, wiki ? 'wiki' : 'project');
    const { repo } = location;
    await withFile(deps, content, (bundle) =>
      deps.transportGit
        .unbundleRepository({ repo, bundle, default_branch }, { signal, timeoutMs: 0 })
        .catch((error: unknown) => {
          throw refusalOf(error, wiki ? 'wiki' : 'repository');
        }),
    );
    await deps.packs.adopt(location);
    const { ref, commit_id: tip } = await deps.git.getHead({ repo });
    return { default_branch: ref === null || tip === null ? '' : ref.slice(BRANCHES.length) };
  },
);

function refusalOf(error: unknown, part: string): unknown {
  return isGitError(error, 'refused') ? new BadRequestError(`The ${part} cannot be imported: ${error.message}`) : error;
}

/** Git reads bundles from files. */
async function withFile(
  { bundleFolder }: BundlesDeps,
  content: AsyncIterable<Uint8Array>,
  work: (file: string) => Promise<unknown>,
): Promise<void> {
  await mkdir(bundleFolder, { recursive: true });
  const folder = await mkdtemp(path.join(bundleFolder, 'import-'));
  try {
    const file = path.join(folder, 'bundle');
    await pipeline(content, createWriteStream(file));
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
