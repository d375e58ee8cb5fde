/** Replaces suggested lines in the files of a branch. */
import { BadRequestError } from '@forgemesh/errors';
import type { CommitAction, GitClient, TreeDiff } from '@forgemesh/git-engine';
import type { LineReplacement } from '@forgemesh/proto/repository/v1/suggestion_commit';
import { movedLine } from '#commits/history';
import { readLines } from './file-lines';

/** A replacement with the place of its lines in the present file. */
interface PlacedReplacement {
  path: string;
  from: number;
  to: number;
  replacement: LineReplacement;
}

/**
 * The file actions that replace the lines in the files of a commit, which may be newer than the
 * commits in which the lines have their numbers. Throws BadRequestError if lines were changed since
 * then or replacements overlap.
 */
export async function replaceLines(
  git: GitClient,
  { repo, tip }: { repo: string; tip: string },
  replacements: readonly LineReplacement[],
): Promise<CommitAction[]> {
  const diffs = new Map<string, TreeDiff>();
  const files = new Map<string, PlacedReplacement[]>();
  for (const replacement of replacements) {
    const { base_sha: base } = replacement;
    const diff = diffs.get(base) ?? (await git.diffBetween({ repo, from: base, to: tip }));
    diffs.set(base, diff);
    const placed = place(diff, replacement);
    files.set(placed.path, [...(files.get(placed.path) ?? []), placed]);
  }
  const actions: CommitAction[] = [];
  for (const [path, placed] of files) {
    const lines = await readLines(git, { repo, commit_id: tip, path });
    if (lines === null) throw outdated();
    actions.push({ action: 'update', file_path: path, content: Buffer.from(replaceIn(lines, placed), 'utf8') });
  }
  return actions;
}

function place({ files, overflow }: TreeDiff, replacement: LineReplacement): PlacedReplacement {
  const { path, from_line, to_line } = replacement;
  const file = files.find(({ old_path, new_file }) => old_path === path && !new_file);
  if (!file && !overflow) return { path, from: from_line, to: to_line, replacement };
  if (!file || file.too_large || file.deleted_file) throw outdated();
  const from = movedLine(file.diff, from_line);
  const to = movedLine(file.diff, to_line);
  if (from === null || to === null) throw outdated();
  return { path: file.new_path, from, to, replacement };
}

function replaceIn(lines: readonly string[], placed: readonly PlacedReplacement[]): string {
  const sorted = placed.toSorted((one, other) => one.from - other.from);
  const parts: string[] = [];
  let next = 1;
  for (const { from, to, replacement } of sorted) {
    if (from < next) throw new BadRequestError('The suggestions change the same lines');
    if (lines.slice(from - 1, to).join('') !== replacement.from_content) throw outdated();
    parts.push(...lines.slice(next - 1, from - 1), contentOf(lines, to, replacement.to_content));
    next = to + 1;
  }
  return [...parts, ...lines.slice(next - 1)].join('');
}

/** A file whose last line has no line break keeps that. */
function contentOf(lines: readonly string[], to: number, content: string): string {
  const isLast = to === lines.length && lines.at(-1)?.endsWith('\n') === false;
  return isLast ? content.replace(/\n$/, '') : content;
}

function outdated(): BadRequestError {
  return new BadRequestError('The suggestion is outdated: its lines were changed');
}
