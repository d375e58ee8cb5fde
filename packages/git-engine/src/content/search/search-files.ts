/** Searches text files for a string, using one git process, and the names of files. */
import { LaneQueue } from '../../diff/lane-queue';
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { listFilePaths } from '../tree/file-paths';
import { meetsConditions, type PathCondition, pathspecOf } from './path-filters';

export interface SearchFilesInput {
  repo: string;
  commit_id: string;
  /** Literal string, case-insensitive; empty to find files by their paths only. */
  text: string;
  /** Conditions that the paths of results meet. */
  conditions: readonly PathCondition[];
  /** Whether files whose path contains the text are found, too. */
  with_names: boolean;
  skip: number;
  limit: number;
  /** Number of matches after which the search ends. Default, and at most: 1,000. */
  max_results?: number;
}

/**
 * Consecutive lines: matching lines with two lines of context before and after. A file that was
 * found by its path has none.
 */
export interface FoundLines {
  path: string;
  /** Number of the first line, starting at 1. */
  start_line: number;
  lines: string[];
}

/** Maximum number of files that are found by name when lines are searched, too. */
const MAX_NAMES = 100;
/** Maximum number of matches, and maximum size of git's output. */
export const MAX_RESULTS = 1_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Longer lines are truncated. */
const MAX_LINE = 2_000;
/** Concurrent searches per repository. */
const LANES = 2;
const BREAK = '--';

/**
 * A page of the matches and their number up to the limit: first files whose paths match, then
 * lines; each by path.
 */
export async function searchFiles(
  context: GitContext,
  { repo, commit_id: commitId, text, conditions, with_names, skip, limit, max_results = MAX_RESULTS }: SearchFilesInput,
): Promise<{ found: FoundLines[]; total: number }> {
  checkObjectId(commitId);
  if ((text === '' && conditions.length === 0) || /[\n\0]/.test(text)) return { found: [], total: 0 };
  const repository = context.repository(repo);
  const queue = repository.slot('search-files', () => new LaneQueue(LANES));
  const found = await queue.run(async () => {
    const query = { commitId, text, conditions, maxResults: Math.min(max_results, MAX_RESULTS) };
    const named = with_names || text === '' ? await searchNames(context, repository, query) : [];
    const isEnough = text === '' || named.length >= query.maxResults;
    const lines = isEnough ? [] : await searchLines(context, repository, query);
    return [...named, ...lines].slice(0, query.maxResults);
  });
  return { found: found.slice(skip, skip + limit), total: found.length };
}

interface Search {
  commitId: string;
  text: string;
  conditions: readonly PathCondition[];
  maxResults: number;
}

async function searchNames(
  context: GitContext,
  repository: Repository,
  { commitId, text, conditions, maxResults }: Search,
): Promise<FoundLines[]> {
  const { paths } = await listFilePaths(context, repository, commitId);
  const wanted = text.toLowerCase();
  const found: FoundLines[] = [];
  const limit = Math.min(maxResults, text === '' ? MAX_RESULTS : MAX_NAMES);
  for (const path of paths) {
    if (found.length === limit) break;
    if (path.toLowerCase().includes(wanted) && meetsConditions(path, conditions))
      found.push({ path, start_line: 1, lines: [] });
  }
  return found;
}

async function searchLines(
  { signal }: GitContext,
  repository: Repository,
  { commitId, text, conditions, maxResults }: Search,
): Promise<FoundLines[]> {
  if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
  const options = ['--no-color', '-I', '-z', '-n', '-i', '--fixed-strings', '--context=2', '--threads=1'];
  const pathspec = pathspecOf(conditions);
  const paths = pathspec === undefined ? [] : ['--', pathspec];
  const child = repository.spawn({
    args: ['grep', ...options, '-e', text, commitId, ...paths],
    env: { GIT_LITERAL_PATHSPECS: '0' },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  child.stdin.end();
  child.stderr.resume();
  const collector = new LineCollector({ prefix: `${commitId}:`, conditions, maxResults });
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

  constructor(private readonly search: { prefix: string; conditions: readonly PathCondition[]; maxResults: number }) {}

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
    const { prefix, conditions, maxResults } = this.search;
    if (line === undefined || !name.startsWith(prefix)) return true;
    const path = name.slice(prefix.length);
    if (this.current?.path !== path) {
      if (!meetsConditions(path, conditions)) return true;
      if (this.found.length === maxResults) return false;
      this.current = { path, start_line: Number(number), lines: [] };
      this.found.push(this.current);
    }
    this.current.lines.push(line.slice(0, MAX_LINE));
    return true;
  }
}
