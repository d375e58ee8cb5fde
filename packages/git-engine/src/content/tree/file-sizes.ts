/** Lists every regular file of a commit with its size, using one git process. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';

export interface FileSize {
  path: string;
  /** Bytes. */
  size: number;
}

const maxBytes = 64 * 1024 * 1024;
const line = /^100\d{3} blob [0-9a-f]+ +(\d+)\t(.*)$/s;

/**
 * The regular files, without symbolic links and submodules. Errors: `object_not_found` when there
 * is no such commit, `limit_exceeded` beyond 64 MB of names.
 */
export async function fileSizes(
  context: GitContext,
  { repo, commit_id }: { repo: string; commit_id: string },
): Promise<FileSize[]> {
  checkObjectId(commit_id);
  const { code, stdout, stderr } = await context
    .repository(repo)
    .run({ args: ['ls-tree', '-r', '-l', '-z', commit_id], maxBytes, signal: context.signal });
  if (code !== 0) throw new GitError('object_not_found', `git ls-tree: ${stderr.trim()}`);
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((text) => {
      const match = line.exec(text);
      return match ? [{ size: Number(match[1]), path: match[2] ?? '' }] : [];
    });
}
