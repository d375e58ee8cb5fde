import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { buildRepository } from '../storage/ensure-repository';
import type { GitContext } from '../worker/context';
import { installPacks } from './install-packs';
import { writePack } from './write-pack';

export interface CombinePacksInput {
  /** Absolute paths of the packs. */
  files: string[];
  /** Absolute path of the combined pack; it is created, and a folder beside it meanwhile. */
  file: string;
}

/**
 * Writes all objects of some packs into one pack without an index. No object is left out, whether
 * refs reach it or not. Errors: `git_failed` for a damaged pack; there is no file then.
 */
export async function combinePacks(context: GitContext, { files, file }: CombinePacksInput): Promise<null> {
  const repo = `${file}.git`;
  try {
    await buildRepository(repo, 'main');
    await installPacks(context, { repo, files });
    const lines = (await readdir(path.join(repo, 'objects/pack'))).filter((name) => name.endsWith('.pack'));
    const problem = await writePack(context.settings, { repo, args: ['--stdin-packs'], lines, file });
    if (problem !== null) throw new GitError('git_failed', problem);
  } finally {
    await rm(repo, { recursive: true, force: true });
  }
  return null;
}
