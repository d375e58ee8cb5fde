import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRepository } from '../storage/ensure-repository';
import type { GitContext } from '../worker/context';
import { compare, type CompareInput, type Comparison } from './compare';

export interface CompareAcrossInput extends CompareInput {
  /** Repository that contains `from`; `repo` contains `to`. */
  from_repo: string;
}

/**
 * Compares commits of two repositories through a temporary folder with both as alternates. Nothing
 * is written into either repository, because that would expose the objects of one to readers of the
 * other.
 */
export async function compareAcross(context: GitContext, input: CompareAcrossInput): Promise<Comparison> {
  const { from_repo: fromRepo, ...comparison } = input;
  const folder = await mkdtemp(join(tmpdir(), 'forgemesh-compare-'));
  const repo = join(folder, 'joined.git');
  try {
    await buildRepository(repo, 'master');
    const sources = [input.repo, fromRepo].map((source) => `${join(source, 'objects')}\n`);
    await writeFile(join(repo, 'objects/info/alternates'), sources.join(''));
    return await compare(context, { ...comparison, repo });
  } finally {
    context.repository(repo).close();
    await rm(folder, { recursive: true, force: true });
  }
}
