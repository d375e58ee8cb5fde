/** Lines of text files that hold a text, from one git process. */
import { LaneQueue } from '../diff/lane-queue';
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';

export interface SearchFilesInput {
  repo: string;
  commit_id: string;
  /** Taken as it is, in any case. */
  text: string;
  skip: number;
  limit: number;
}

/** Lines that follow each other: those with the text and two before and after. */
export interface FoundLines {
  path: string;
  /** Number of the first line, from 1 on. */
  start_line: number;
  lines: string[];
}

/** Places that are found at most, and what git may say of them. */
export const MAX_FOUND = 1_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A line is cut here. */
const MAX_LINE = 2_000;
/** Searches of one repository at once. */
const LANES = 2;
const BREAK = '--';

/**
 * A page of the places where a text is, by path, and how many there are, up to as many as are
 * found.
 */
export async function searchFiles(
  context: GitContext,
  { repo, commit_id: commitId, text, skip, limit }: SearchFilesInput,
): Promise<{ found: FoundLines[]; total: number }> {
  checkObjectId(commitId);
  if (text === '' || /[\n\0]/.test(text)) return { found: [], total: 0 };
  const repository = context.repository(repo);
  const queue = repository.slot('search-files', () => new LaneQueue(LANES));
  const found = await queue.run(() => search(context, repository, { commitId, text }));
  return { found: found.slice(skip, skip + limit), total: found.length };
}

async function search(
  { signal }: GitContext,
  repository: Repository,
  { commitId, text }: { commitId: string; text: string },
): Promise<FoundLines[]> {
  if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
  const options = ['--no-color', '-I', '-z', '-n', '-i', '--fixed-strings', '--context=2', '--threads=1'];
  const child = repository.spawn({ args: ['grep', ...options, '-e', text, commitId] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  const places = new Places(`${commitId}:`);
  let isStopped = false;
  try {
    for await (const part of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      isStopped = !places.read(part);
      if (isStopped) break;
    }
    if (isStopped) stop();
    const code = await ended;
    if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    // 1: nothing was found.
    if (!isStopped && code !== 0 && code !== 1) throw new GitError('git_failed', `git grep ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return places.found;
}

/** Reads what git says: `<commit>:<path>NUL<number>NUL<line>`, with `--` between places. */
class Places {
  readonly found: FoundLines[] = [];
  private current: FoundLines | undefined;
  /** Parts of a line that has not ended. */
  private open: string[] = [];
  private characters = 0;

  constructor(private readonly prefix: string) {}

  /** False once enough was read. */
  read(part: string): boolean {
    this.characters += part.length;
    const isWithinLimit = this.characters < MAX_CHARACTERS;
    this.open.push(part);
    if (!part.includes('\n')) return isWithinLimit;
    const rows = this.open.join('').split('\n');
    this.open = [rows.pop() ?? ''];
    for (const row of rows) {
      if (row === BREAK) this.current = undefined;
      else if (!this.add(row)) return false;
    }
    return isWithinLimit;
  }

  private add(row: string): boolean {
    const [name = '', number, line] = row.split('\0');
    // The name of a file that has a line break in it is not told whole.
    if (line === undefined || !name.startsWith(this.prefix)) return true;
    const path = name.slice(this.prefix.length);
    if (this.current?.path !== path) {
      if (this.found.length === MAX_FOUND) return false;
      this.current = { path, start_line: Number(number), lines: [] };
      this.found.push(this.current);
    }
    this.current.lines.push(line.slice(0, MAX_LINE));
    return true;
  }
}
