/** Presents commits in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Commit as CommitMessage, CommitPipeline, CommitStats } from '@forgemesh/proto/repository/v1/commit';
import type { DiffStats, Commit, Signature } from '@forgemesh/git-engine';

const SHORT_ID_LENGTH = 8;

/** A commit in a list; with statistics if requested. */
export function presentCommit(commit: Commit, stats?: DiffStats): ResponseOf<CommitMessage> {
  const committedAt = dateOf(commit.committer);
  return {
    id: commit.id,
    short_id: commit.id.slice(0, SHORT_ID_LENGTH),
    created_at: committedAt,
    parent_ids: commit.parent_ids,
    title: titleOf(commit.message),
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: dateOf(commit.author),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: committedAt,
    ...(stats && { stats: presentStats(stats) }),
  };
}

/** A single commit with its newest pipeline. */
export function presentSingleCommit(
  commit: Commit,
  projectId: number,
  pipeline: CommitPipeline | null,
  stats?: DiffStats,
): ResponseOf<CommitMessage> {
  return {
    ...presentCommit(commit, stats),
    status: pipeline?.status ?? null,
    project_id: projectId,
    last_pipeline: pipeline,
    has_signature: commit.has_signature,
  };
}

/** The time of a signature in API format. */
export function dateOf({ seconds }: Signature): string {
  const date = new Date(seconds * 1000);
  // A commit may contain any number of seconds.
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

export function titleOf(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}

function presentStats({ additions, deletions }: DiffStats): CommitStats {
  return { additions, deletions, total: additions + deletions };
}
