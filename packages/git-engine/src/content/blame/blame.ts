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
  lines: string[];
}

const maxBytes = 32 * 1024 * 1024;
const header = /^([0-9a-f]{40}) \d+ \d+/;

/**
 * The lines of a file grouped by the commits that wrote them. Errors: `path_not_found` when the
 * commit has no such file, `limit_exceeded` when the output is too large.
 */
export async function blame(context: GitContext, input: BlameInput): Promise<BlameRange[]> {
  const repository = context.repository(input.repo);
  const args = ['blame', '--porcelain', checkObjectId(input.commit_id), '--', input.path];
  const { code, stdout, stderr } = await repository.run({ args, maxBytes, signal: context.signal });
  if (code !== 0) throw new GitError('path_not_found', stderr.trim());
  const parts = parsePorcelain(stdout.toString('utf8'));
  return await Promise.all(
    parts.map(async ({ commit_id, lines }) => ({ commit: await readCommit(repository, commit_id), lines })),
  );
}

/** A header naming the commit precedes each line; a tab starts the line itself. */
function parsePorcelain(text: string): { commit_id: string; lines: string[] }[] {
  const parts: { commit_id: string; lines: string[] }[] = [];
  let commitId = '';
  for (const row of text.split('\n')) {
    if (!row.startsWith('\t')) {
      commitId = header.exec(row)?.[1] ?? commitId;
      continue;
    }
    const last = parts.at(-1);
    if (last?.commit_id === commitId) last.lines.push(row.slice(1));
    else parts.push({ commit_id: commitId, lines: [row.slice(1)] });
  }
  return parts;
}
