/**
 * How large a repository is, how many commits its default branch has, and whether its refs are
 * sound.
 */
import { refStore } from '../refs/ref-store';
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { peelToCommit } from '../objects/tag';
import type { Repository } from '../worker/repository';
import { commitCount, type CountedTip } from './commit-count';
import { refsChecksum } from './refs-checksum';
import { repositorySize } from './repository-size';

export interface MeasureRepositoryInput {
  repo: string;
  /** What was counted before; null where nothing was. */
  counted: CountedTip | null;
}

export interface RepositoryMeasures {
  /** Bytes on disk. */
  size: number;
  /** The default branch; null where it has no commit, or none that can be read. */
  counted: CountedTip | null;
  /** See `refsChecksum`; null where the repository is corrupt. */
  checksum: string | null;
}

/** Measures a repository. One that does not exist is empty and sound. */
export async function measureRepository(
  context: GitContext,
  { repo, counted }: MeasureRepositoryInput,
): Promise<RepositoryMeasures> {
  const repository = context.repository(repo);
  const checksum = await refsChecksum(repository, context.signal);
  return { checksum, counted: await countHead(repository, counted, context.signal), size: await repositorySize(repo) };
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
    // A history with a hole cannot be counted; what was known stays until it is mended.
    if (error instanceof GitError && error.reason === 'git_failed' && !signal.aborted) return counted;
    throw error;
  }
}
