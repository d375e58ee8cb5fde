/** Lines of text files, as suggestions read and replace them. */
import { type GitClient, isGitError } from '@forgemesh/git-engine';

/** Larger files have no suggestions. */
const MAX_BYTES = 1024 * 1024;

/** A file at a commit. */
export interface FileAtCommit {
  repo: string;
  commit_id: string;
  path: string;
}

/**
 * The lines of a text file, each with its line break; null if it does not exist, or is binary or
 * too large.
 */
export async function readLines(git: GitClient, file: FileAtCommit): Promise<string[] | null> {
  try {
    const { data } = await git.readFile({ ...file, max_bytes: MAX_BYTES });
    const text = data?.toString('utf8');
    // Text in another encoding would be changed by a commit of its lines.
    if (text === undefined || text.includes('\0') || !data?.equals(Buffer.from(text, 'utf8'))) return null;
    return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  } catch (error) {
    if (isGitError(error, 'path_not_found') || isGitError(error, 'object_not_found')) return null;
    throw error;
  }
}
