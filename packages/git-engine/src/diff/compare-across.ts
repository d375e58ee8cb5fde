import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRepository } from '../storage/ensure-repository';
import type { GitContext } from '../worker/context';
import { compare, type CompareInput, type Comparison } from './compare';

export interface CompareAcrossInput extends CompareInput {
  /** Repository that has `from`; `repo` has `to`. */
  from_repo: string;
}

/**
 * Compares commits of two repositories. Both are read as one through a folder that borrows their
 * objects, as a read must not write anything into either: who reads both may not hand the objects
 * of one to the readers of the other.
 */
export async function compareAcross(context: GitContext, input: CompareAcrossInput): Promise<Comparison> {
  const { from_repo: fromRepo, ...comparison } = input;
  const folder = await mkdtemp(join(tmpdir(), 'forgemesh-compare-'));
  const repo = join(folder, 'joined.git');
  try {
    await buildRepository(repo, 'master');
    const lenders = [input.repo, fromRepo].map((lender) => `${join(lender, 'objects')}\n`);
    await writeFile(join(repo, 'objects/info/alternates'), lenders.join(''));
    return await compare(context, { ...comparison, repo });
  } finally {
    context.repository(repo).closeProcesses();
    await rm(folder, { recursive: true, force: true });
  }
}
