import { type CommitAction, type GitClient, isGitError } from '@forgemesh/git-engine';
import { findRule, parseAttributes, type FilterRule } from './attributes';

const FILE = '.gitattributes';
/** A larger attributes file is ignored. */
const MAX_FILE_BYTES = 256 * 1024;
/** Attributes files that are read at the same time. */
const PARALLEL = 16;

/** A commit that is being built. */
export interface CommitChange {
  repo: string;
  /** Its parent; null for the first commit. */
  base_commit: string | null;
  actions: readonly CommitAction[];
}

/**
 * Finds the changed paths that are large files according to the attributes files of the parent and
 * of the change itself. The file of the nearest folder counts.
 */
export async function findLargePaths(
  git: GitClient,
  { repo, base_commit, actions }: CommitChange,
): Promise<Set<string>> {
  const paths = actions.map(({ file_path: path }) => path).filter((path) => !path.endsWith(FILE));
  const folders = [...new Set(paths.flatMap(foldersOf))];
  const changed = new Map(actions.map((action) => [action.file_path, action]));
  const rules = new Map<string, FilterRule[]>();
  for (let at = 0; at < folders.length; at += PARALLEL)
    await Promise.all(
      folders.slice(at, at + PARALLEL).map(async (folder) => {
        const path = `${folder}${FILE}`;
        const own = changed.get(path);
        const text = own ? textOf(own) : await readText(git, { repo, base_commit, path });
        rules.set(folder, parseAttributes(text));
      }),
    );
  return new Set(paths.filter((path) => isLarge(rules, path)));
}

/** Whether a path is a large file. */
function isLarge(rules: ReadonlyMap<string, FilterRule[]>, path: string): boolean {
  for (const folder of foldersOf(path).reverse()) {
    const rule = findRule(rules.get(folder) ?? [], path.slice(folder.length));
    if (rule) return rule.isLarge;
  }
  return false;
}

/** The folders of a path, the root first: '', 'a/', 'a/b/'. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)];
}

/** The attributes file that an action writes; empty if it deletes it. */
function textOf(action: CommitAction): string {
  const content = 'content' in action ? action.content : undefined;
  return content && content.length <= MAX_FILE_BYTES ? new TextDecoder().decode(content) : '';
}

async function readText(
  git: GitClient,
  { repo, base_commit: commit_id, path }: { repo: string; base_commit: string | null; path: string },
): Promise<string> {
  if (commit_id === null) return '';
  try {
    const { data } = await git.readFile({ repo, commit_id, path, max_bytes: MAX_FILE_BYTES });
    return data?.toString('utf8') ?? '';
  } catch (error) {
    // Most folders have none; an invalid path is refused with the commit.
    if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) return '';
    throw error;
  }
}
