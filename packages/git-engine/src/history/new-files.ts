/** Lists the files that commits add or change, before any ref reaches them. */
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';

const maxBytes = 256 * 1024 * 1024;

export interface NewFilesInput {
  repo: string;
  /** The commits; each is compared with its parents. */
  ids: readonly string[];
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env: Record<string, string>;
  /** Whether to read sizes, which costs one more process. */
  with_sizes: boolean;
}

/** A file that a commit adds or changes. */
export interface NewFile {
  path: string;
  /** No parent contains a file of this name. */
  is_added: boolean;
  /** Bytes; 0 for a submodule and without `with_sizes`. */
  size: number;
}

/** A file and the object id of its content. */
type FoundFile = Omit<NewFile, 'size'> & { blob: string | null };

/** Added or changed files; for a merge, files that differ from each parent. */
export async function newFiles(context: GitContext, input: NewFilesInput): Promise<NewFile[]> {
  const { code, stdout, stderr } = await context.repository(input.repo).run({
    args: ['diff-tree', '--stdin', '-r', '-z', '-c', '--root', '--raw', '--no-abbrev', '--no-renames'],
    env: input.quarantine_env,
    input: `${input.ids.map(checkObjectId).join('\n')}\n`,
    maxBytes,
    signal: context.signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not compare the commits');
  const files = parseRaw(stdout.toString('utf8'));
  const sizes = input.with_sizes ? await sizesOf(context, input, files) : new Map<string, number>();
  return files.map(({ path, is_added, blob }) => ({ path, is_added, size: sizes.get(blob ?? '') ?? 0 }));
}

/**
 * Each commit is its id, then for each file its modes, ids, states and path, all terminated by NUL
 * bytes. With n parents there are n colons, n + 1 modes, n + 1 ids and n letters.
 */
function parseRaw(text: string): FoundFile[] {
  const tokens = text.split('\0');
  const files: FoundFile[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const row = tokens[at] ?? '';
    if (!row.startsWith(':')) continue;
    const path = tokens[++at] ?? '';
    const parents = /^:+/.exec(row)?.[0].length ?? 1;
    const fields = row.slice(parents).split(' ');
    const mode = fields[parents] ?? '';
    const blob = fields[2 * parents + 1] ?? '';
    const states = fields[2 * parents + 2] ?? '';
    if (mode === '000000') continue;
    files.push({ path, is_added: /^A+$/.test(states), blob: mode === '160000' ? null : blob });
  }
  return files;
}

async function sizesOf(
  context: GitContext,
  { repo, quarantine_env: env }: NewFilesInput,
  files: readonly FoundFile[],
): Promise<Map<string, number>> {
  const blobs = [...new Set(files.map(({ blob }) => blob).filter((blob) => blob !== null))];
  if (blobs.length === 0) return new Map();
  const { code, stdout, stderr } = await context.repository(repo).run({
    args: ['cat-file', '--batch-check=%(objectname) %(objectsize)'],
    env,
    input: `${blobs.join('\n')}\n`,
    maxBytes,
    signal: context.signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not read the sizes');
  const rows = stdout.toString('latin1').split('\n').filter(Boolean);
  return new Map(rows.map((row) => [row.slice(0, 40), Number(row.slice(41))]));
}
