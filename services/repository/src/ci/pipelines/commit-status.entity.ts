/** Presents commit statuses in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { CommitStatus } from '@forgemesh/proto/repository/v1/commit_status';
import { findUsers, presentUser, type UserDocument } from '#clients/users';
import type { CommitStatusDocument } from './commit-status.model';
import type { PipelinesDeps } from './deps';

type Deps = Pick<PipelinesDeps, 'clients' | 'users'>;

/** Presents statuses with their authors. */
export async function presentCommitStatuses(
  deps: Deps,
  statuses: readonly CommitStatusDocument[],
): Promise<ResponseOf<CommitStatus>[]> {
  const users = await findUsers(
    deps,
    statuses.map(({ user_id }) => user_id),
  );
  return statuses.map((status) => presentCommitStatus(status, users.get(status.user_id)));
}

/** The entity of `repository.commit_status.updated`: the status with its project and commit. */
export async function presentCommitStatusEvent(
  deps: Deps,
  document: CommitStatusDocument,
): Promise<EventEntity<'repository.commit_status.updated'>> {
  const [status] = await presentCommitStatuses(deps, [document]);
  if (!status) throw new Error('one status has one entity');
  const { project_id, pipeline_id, stage, failure_reason } = document;
  return { ...status, project_id, pipeline_id, stage, failure_reason: failure_reason ?? null };
}

function presentCommitStatus(status: CommitStatusDocument, user: UserDocument | undefined): ResponseOf<CommitStatus> {
  return {
    id: status._id,
    sha: status.sha,
    ref: status.ref,
    status: status.status,
    name: status.name,
    target_url: status.target_url ?? null,
    description: status.description ?? null,
    created_at: status.created_at.toISOString(),
    started_at: status.started_at?.toISOString() ?? null,
    finished_at: status.finished_at?.toISOString() ?? null,
    // Only a job definition could allow failure, and external systems have none.
    allow_failure: false,
    coverage: status.coverage ?? null,
    author: presentUser(user),
  };
}
