/** Finds the commit that wrote each line of a file, using one git process. */
import { GitError } from '../../errors';
import { type Commit, readCommit } from '../../objects/commit';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';

export interface BlameInput {
  repo: string;
  commit_id: string;
  path: string;
}

/** Consecutive lines that come from one commit. */
export interface BlameRange {
  commit: Commit;
  /** The file before the commit; null if the commit added it. */
  previous: PreviousFile | null;
  lines: string[];
}

/** A file of an earlier commit, which may have had another path. */
export interface PreviousFile {
  commit_id: string;
  path: string;
}

const maxBytes = 32 * 1024 * 1024;
const header = /^([0-9a-f]{40}) \d+ \d+/;
const previousHeader = /^previous ([0-9a-f]{40}) (.*)$/;

/**
 * The lines of a file grouped by the commits that wrote them. Errors: `path_not_found` when the
 * commit has no such file, `limit_exceeded` when the output is too large.
 */
export async function blame(context: GitContext, input: BlameInput): Promise<BlameRange[]> {
  const repository = context.repository(input.repo);
  const args = ['blame', '--porcelain', checkObjectId(input.commit_id), '--', input.path];
  const { code, stdout, stderr } = await repository.run({ args, maxBytes, signal: context.signal });
  if (code !== 0) throw new GitError('path_not_found', stderr.trim());
  const { parts, previous } = parsePorcelain(stdout.toString('utf8'));
  return await Promise.all(
    parts.map(async ({ commit_id, lines }) => ({
      commit: await readCommit(repository, commit_id),
      previous: previous.get(commit_id) ?? null,
      lines,
    })),
  );
}

interface ParsedBlame {
  parts: { commit_id: string; lines: string[] }[];
  /** By the id of the commit. */
  previous: ReadonlyMap<string, PreviousFile>;
}

/**
 * A header naming the commit precedes each line; a tab starts the line itself. The previous file
 * comes with the first line of a commit.
 */
function parsePorcelain(text: string): ParsedBlame {
  const parts: ParsedBlame['parts'] = [];
  const previous = new Map<string, PreviousFile>();
  let commitId = '';
  for (const row of text.split('\n')) {
    if (!row.startsWith('\t')) {
      commitId = header.exec(row)?.[1] ?? commitId;
      const [, id, path] = previousHeader.exec(row) ?? [];
      if (id !== undefined && path !== undefined) previous.set(commitId, { commit_id: id, path: unquote(path) });
      continue;
    }
    const last = parts.at(-1);
    if (last?.commit_id === commitId) last.lines.push(row.slice(1));
    else parts.push({ commit_id: commitId, lines: [row.slice(1)] });
  }
  return { parts, previous };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07' };

/** Git quotes names with control characters, quotation marks and backslashes as in C. */
function unquote(path: string): string {
  if (!path.startsWith('"') || !path.endsWith('"')) return path;
  return path
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_text, code: string) =>
      code.length === 3 ? String.fromCharCode(parseInt(code, 8)) : (escapes[code] ?? code),
    );
}
