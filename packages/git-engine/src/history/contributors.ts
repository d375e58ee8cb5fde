/** Counts the commits per author of a branch in one walk, which is cached. */
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';

export interface Contributor {
  /** From the contributor's newest commit. */
  name: string;
  email: string;
  /** Number of non-merge commits. */
  commits: number;
}

const cacheBytes = 4 * 1024 * 1024;
const contributorBytes = 250;

/** The authors of all commits reachable from a tip, by email, ordered by their newest commit. */
export async function contributors(context: GitContext, input: { repo: string; tip: string }): Promise<Contributor[]> {
  const repository = context.repository(input.repo);
  const estimateBytes = (list: Contributor[]): number => 100 + list.length * contributorBytes;
  const cache = repository.cache<Contributor[]>('contributors', cacheBytes, estimateBytes);
  const existing = cache.get(checkObjectId(input.tip));
  if (existing !== undefined) return existing;
  const found = await count(context, repository, input.tip);
  cache.set(input.tip, found);
  return found;
}

async function count(context: GitContext, repository: Repository, tip: string): Promise<Contributor[]> {
  const child = repository.spawn({ args: ['log', '--no-merges', '--format=%ae%x00%an', '--encoding=UTF-8', tip] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): void => void child.kill('SIGKILL');
  context.signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  const byEmail = new Map<string, Contributor>();
  let rest = '';
  try {
    for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      const rows = (rest + text).split('\n');
      rest = rows.pop() ?? '';
      for (const row of rows) add(byEmail, row);
    }
    const code = await ended;
    if (context.signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    if (code !== 0) throw new GitError('git_failed', `git log ended with ${code}`);
  } finally {
    context.signal.removeEventListener('abort', stop);
    stop();
  }
  return [...byEmail.values()];
}

function add(byEmail: Map<string, Contributor>, row: string): void {
  const [email = '', name = ''] = row.split('\0');
  const existing = byEmail.get(email);
  if (existing) existing.commits += 1;
  else byEmail.set(email, { name, email, commits: 1 });
}
