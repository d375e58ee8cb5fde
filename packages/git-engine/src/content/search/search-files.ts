/** Searches text files for a string, using one git process. */
import { LaneQueue } from '../../diff/lane-queue';
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';

export interface SearchFilesInput {
  repo: string;
  commit_id: string;
  /** Literal string, case-insensitive. */
  text: string;
  skip: number;
  limit: number;
}

/** Consecutive lines: matching lines with two lines of context before and after. */
export interface FoundLines {
  path: string;
  /** Number of the first line, starting at 1. */
  start_line: number;
  lines: string[];
}

/** Maximum number of matches, and maximum size of git's output. */
export const MAX_RESULTS = 1_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Longer lines are truncated. */
const MAX_LINE = 2_000;
/** Concurrent searches per repository. */
const LANES = 2;
const BREAK = '--';

/** A page of the matches, by path, and their number up to the limit. */
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
  const collector = new LineCollector(`${commitId}:`);
  let isStopped = false;
  try {
    for await (const part of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      isStopped = !collector.read(part);
      if (isStopped) break;
    }
    if (isStopped) stop();
    const code = await ended;
    if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    // 1: no match.
    if (!isStopped && code !== 0 && code !== 1) throw new GitError('git_failed', `git grep ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return collector.found;
}

/** Parses git's output: `<commit>:<path>NUL<number>NUL<line>`, with `--` between matches. */
class LineCollector {
  readonly found: FoundLines[] = [];
  private current: FoundLines | undefined;
  /** Parts of an incomplete line. */
  private open: string[] = [];
  private characters = 0;

  constructor(private readonly prefix: string) {}

  /** Returns false once enough was read. */
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
    // A file name that contains a line break is split.
    if (line === undefined || !name.startsWith(this.prefix)) return true;
    const path = name.slice(this.prefix.length);
    if (this.current?.path !== path) {
      if (this.found.length === MAX_RESULTS) return false;
      this.current = { path, start_line: Number(number), lines: [] };
      this.found.push(this.current);
    }
    this.current.lines.push(line.slice(0, MAX_LINE));
    return true;
  }
}
