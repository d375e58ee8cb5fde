/** Lists the paths of all files of a commit, using one git process. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';

export interface FilePathsInput {
  repo: string;
  commit_id: string;
}

export interface FilePaths {
  /** In git's order, without submodules. */
  paths: readonly string[];
  /** Whether the commit has more files than are listed. */
  is_truncated: boolean;
}

/** Maximum number of paths, and maximum size of git's output in characters. */
export const MAX_PATHS = 100_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;
const file = /^\d{6} blob [0-9a-f]+\t(.*)$/s;

/** The paths. Errors: `object_not_found` when there is no such commit. */
export async function filePaths(context: GitContext, { repo, commit_id }: FilePathsInput): Promise<FilePaths> {
  return listFilePaths(context, context.repository(repo), commit_id);
}

/** The paths, cached by commit. */
export async function listFilePaths(
  { signal }: GitContext,
  repository: Repository,
  commitId: string,
): Promise<FilePaths> {
  checkObjectId(commitId);
  const cache = repository.cache<FilePaths>('file paths', cacheBytes, ({ paths }) =>
    paths.reduce((sum, path) => sum + 40 + path.length, 100),
  );
  const cached = cache.get(commitId);
  if (cached !== undefined) return cached;
  const found = await readPaths(repository, commitId, signal);
  cache.set(commitId, found);
  return found;
}

async function readPaths(repository: Repository, commitId: string, signal: AbortSignal): Promise<FilePaths> {
  if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
  const child = repository.spawn({ args: ['ls-tree', '-r', '-z', commitId] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  const paths: string[] = [];
  let open = '';
  let characters = 0;
  let isTruncated = false;
  try {
    for await (const part of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      characters += part.length;
      const rows = `${open}${part}`.split('\0');
      open = rows.pop() ?? '';
      for (const row of rows) {
        const path = file.exec(row)?.[1];
        if (path !== undefined) paths.push(path);
      }
      isTruncated = paths.length > MAX_PATHS || characters > MAX_CHARACTERS;
      if (isTruncated) break;
    }
    if (isTruncated) stop();
    const code = await ended;
    if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    if (!isTruncated && code !== 0) throw new GitError('object_not_found', `git ls-tree ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return { paths: paths.slice(0, MAX_PATHS), is_truncated: isTruncated };
}
