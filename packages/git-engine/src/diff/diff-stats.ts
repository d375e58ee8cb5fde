/** Counts the lines that commits add and delete. */
import type { GitContext } from '../worker/context';
import { retryLost } from '../worker/persistent-process';
import type { Repository } from '../worker/repository';
import { treesOfCommit } from './commit-diff';
import { DiffProcess } from './diff-process';
import { LaneQueue } from './lane-queue';

export interface DiffStats {
  id: string;
  additions: number;
  deletions: number;
  /** Number of changed files. */
  files: number;
}

const cacheBytes = 4 * 1024 * 1024;
const statsBytes = 200;
const lanes = 2;

/**
 * The statistics of these commits against their first parents, in order. Errors: `object_not_found`
 * when an id is not a commit.
 */
export async function diffStats(
  context: GitContext,
  input: { repo: string; ids: readonly string[] },
): Promise<DiffStats[]> {
  const repository = context.repository(input.repo);
  return await Promise.all(input.ids.map((id) => statsOf(context, repository, id)));
}

async function statsOf(context: GitContext, repository: Repository, id: string): Promise<DiffStats> {
  const cache = repository.cache<DiffStats>('diff stats', cacheBytes, () => statsBytes);
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const { left, right } = await treesOfCommit(repository, id);
  const queue = repository.slot('stats queue', () => new LaneQueue(lanes));
  const output = await queue.run((lane) => retryLost(() => runDiff(context, repository, lane, left, right)));
  const stats = { id, ...sum(output) };
  cache.set(id, stats);
  return stats;
}

async function runDiff(
  context: GitContext,
  repository: Repository,
  lane: number,
  left: string,
  right: string,
): Promise<string> {
  const create = (): DiffProcess => new DiffProcess(repository.settings, repository.path, ['--numstat']);
  const process = repository.persistentProcess(`stats-${lane}`, create);
  const chunks: Buffer[] = [];
  await process.compare(left, right, (chunk) => chunks.push(Buffer.from(chunk)) > 0, context.signal);
  return Buffer.concat(chunks).toString('latin1');
}

// Sums up one line per file: additions, deletions and path; dashes mark a binary file. The first
// line names the trees.
function sum(output: string): Omit<DiffStats, 'id'> {
  const stats = { additions: 0, deletions: 0, files: 0 };
  for (const line of output.split('\n').slice(1)) {
    const [additions, deletions, path] = line.split('\t');
    if (path === undefined) continue;
    stats.files += 1;
    stats.additions += Number(additions) || 0;
    stats.deletions += Number(deletions) || 0;
  }
  return stats;
}
