/** Finds a project's file for a request and presents its metadata in headers. */
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository, resolveCommit } from '#commits';
import { isGitError, type FileContent } from '@forgemesh/git-engine';
import type { FilesDeps } from './deps';

/** A file with its commit and its last change. */
export interface FoundFile extends FileContent {
  repo: string;
  commit_id: string;
  last_commit_id: string;
}

/** Finds a file with its content up to a size. 404 naming the missing part. */
export async function findFile(
  call: Call<FilesDeps>,
  { file_path: path, ref }: { file_path: string; ref: string },
  maxBytes: number,
): Promise<FoundFile> {
  const { git } = call.deps;
  const { repo } = locateRepository(call);
  const commitId = await resolveCommit(call, ref);
  if (commitId === null) throw new NotFoundError('Commit');
  try {
    const [file, last] = await Promise.all([
      git.readFile({ repo, commit_id: commitId, path, max_bytes: maxBytes }),
      git.lastCommitForPath({ repo, commit_id: commitId, path }),
    ]);
    return { ...file, repo, commit_id: commitId, last_commit_id: last?.id ?? commitId };
  } catch (error) {
    if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) throw new NotFoundError('File');
    throw error;
  }
}

/** Presents metadata of a file in headers: `X-Gitlab-File-Path` for `file_path`. */
export function fileHeaders(metadata: Record<string, string | number>): [name: string, value: string][] {
  return Object.entries(metadata).map(([key, value]) => {
    const name = key.replace(
      /(^|_)([a-z])/g,
      (_, dash: string, letter: string) => `${dash && '-'}${letter.toUpperCase()}`,
    );
    return [`X-Gitlab-${name}`, headerText(String(value))];
  });
}

/** Header values are raw bytes: UTF-8 without control characters. */
function headerText(value: string): string {
  return Buffer.from(value.replace(/[\0-\x1f\x7f]/g, ' '), 'utf8').toString('latin1');
}
