/**
 * Measures a repository: its size, the number of commits of its default branch, and the integrity
 * of its refs.
 */
import { refStore } from '../refs/ref-store';
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { peelToCommit } from '../objects/tag';
import type { Repository } from '../worker/repository';
import { commitCount, type CountedTip } from './commit-count';
import { refsChecksum } from './refs-checksum';
import { RepositorySize } from './repository-size';

export interface MeasureRepositoryInput {
  repo: string;
  /** The previous count; null if none exists. */
  counted: CountedTip | null;
}

export interface RepositoryMeasures {
  /** Bytes on disk. */
  size: number;
  /** Commit count of the default branch; null when it has no commit, or none that can be read. */
  counted: CountedTip | null;
  /** See `refsChecksum`; null when the repository is corrupt. */
  checksum: string | null;
}

/** Measures a repository. A repository that does not exist counts as empty and valid. */
export async function measureRepository(
  context: GitContext,
  { repo, counted }: MeasureRepositoryInput,
): Promise<RepositoryMeasures> {
  const repository = context.repository(repo);
  const checksum = await refsChecksum(repository, context.signal);
  const size = repository.slot('size', () => new RepositorySize(repo));
  return {
    checksum,
    counted: await countHead(repository, counted, context.signal),
    size: repository.exists ? await size.measure(context.signal) : 0,
  };
}

async function countHead(
  repository: Repository,
  counted: CountedTip | null,
  signal: AbortSignal,
): Promise<CountedTip | null> {
  const head = refStore(repository).find('HEAD');
  const tip = head && (await peelToCommit(repository, head.id));
  if (tip === undefined) return null;
  try {
    return { tip, count: await commitCount(repository, tip, counted, signal) };
  } catch (error) {
    // A history with missing commits cannot be counted; the previous count is kept until the
    // repository is repaired.
    if (error instanceof GitError && error.reason === 'git_failed' && !signal.aborted) return counted;
    throw error;
  }
}
