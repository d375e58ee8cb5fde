/** Compares two trees, with limits and a cache: trees are immutable by id. */
import type { GitContext } from '../worker/context';
import { retryLost } from '../worker/persistent-process';
import type { Repository } from '../worker/repository';
import { DiffProcess } from './diff-process';
import { LaneQueue } from './lane-queue';
import { type DiffEntry, type DiffLimits, PatchParser } from './patch-parser';

export interface TreeDiff {
  files: DiffEntry[];
  /** Number of changed files, including those left out. */
  total_files: number;
  /** Files or diffs were left out because of a limit on the total. */
  overflow: boolean;
}

const cacheBytes = 16 * 1024 * 1024;
const lanes = 2;

export const defaultDiffLimits: DiffLimits = {
  max_files: 1000,
  max_bytes: 5 * 1024 * 1024,
  max_patch_bytes: 100 * 1024,
};

/** Compares two trees with rename detection. */
export async function diffTrees(
  context: GitContext,
  repository: Repository,
  trees: { left: string; right: string },
  limits: Partial<DiffLimits> = {},
): Promise<TreeDiff> {
  const { left, right } = trees;
  const all = { ...defaultDiffLimits, ...definedOnly(limits) };
  const cache = repository.cache<TreeDiff>('diffs', cacheBytes, estimateBytes);
  const key = [left, right, all.max_files, all.max_bytes, all.max_patch_bytes].join(' ');
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (left === right) return { files: [], total_files: 0, overflow: false };
  const queue = repository.slot('diff queue', () => new LaneQueue(lanes));
  const diff = await queue.run((lane) => retryLost(() => runDiff(context, repository, lane, left, right, all)));
  cache.set(key, diff);
  return diff;
}

async function runDiff(
  context: GitContext,
  repository: Repository,
  lane: number,
  left: string,
  right: string,
  limits: DiffLimits,
): Promise<TreeDiff> {
  const format = ['-p', '--raw', '-z', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'];
  const process = repository.persistentProcess(
    `diff-${lane}`,
    () => new DiffProcess(repository.settings, repository.path, format),
  );
  const parser = new PatchParser(limits);
  try {
    const isComplete = await process.compare(left, right, (chunk) => parser.push(chunk), context.signal);
    if (isComplete) parser.end();
    else parser.abandon();
  } catch (error) {
    // After a parse error the process is discarded, because later results could be misaligned.
    process.fail(error as Error);
    throw error;
  }
  return { files: parser.entries, total_files: parser.totalFiles, overflow: parser.overflow };
}

function definedOnly(limits: Partial<DiffLimits>): Partial<DiffLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function estimateBytes(diff: TreeDiff): number {
  return diff.files.reduce((sum, file) => sum + 400 + 2 * file.diff.length, 200);
}
