/** Commits in payloads. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import { queryCode } from '#access';
import type { PayloadsDeps } from './deps';

/** A commit of a project; null if it does not exist. */
export async function findCommit(deps: PayloadsDeps, projectId: number, sha: string): Promise<Commit | null> {
  return queryCode(deps, projectId, (context) =>
    deps.clients.commits.getCommit({ id: String(projectId), sha }, { context }),
  );
}

/** The commit part of a payload. */
export function commitBlock(
  commit: Pick<Commit, 'id' | 'message' | 'committed_date' | 'author_name' | 'author_email'>,
  { web_url }: ResponseOf<Project>,
): object {
  return {
    id: commit.id,
    message: commit.message,
    timestamp: commit.committed_date,
    url: `${web_url}/-/commit/${commit.id}`,
    author: { name: commit.author_name, email: commit.author_email },
  };
}
