import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { CommitStatusServiceDefinition } from '@forgemesh/proto/repository/v1/commit_status';
import { resolveCommit } from '#commits';
import { type CommitStatusState, findOrCreatePipeline, presentCommitStatuses } from '#ci/pipelines';
import { setStatus } from '../set-status';
import { reconcileStatus } from '../reconcile-status';
import type { CommitStatusesDeps } from '../deps';

const MAX_URL = 255;

/** Adds a status to a commit or updates the caller's open one. */
export const createCommitStatus = operation(
  CommitStatusServiceDefinition.createCommitStatus,
  async (request, call: Call<CommitStatusesDeps>) => {
    const sha = await resolveCommit(call, request.sha);
    if (sha === null) throw new NotFoundError('Commit');
    if (request.target_url) assertUrl(request.target_url);
    const pipeline = await findOrCreatePipeline(call, sha, request);
    const status = await setStatus(call, pipeline, {
      state: request.state as CommitStatusState,
      ref: request.ref || pipeline.ref,
      name: request.name || request.context || 'default',
      target_url: request.target_url,
      description: request.description,
      coverage: request.coverage,
    });
    await reconcileStatus(call.deps, status, call.principal.id);
    const [entity] = await presentCommitStatuses(call.deps, [status]);
    if (!entity) throw new Error('one status has one entity');
    return entity;
  },
);

function assertUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  const problems = [
    ...(text.length > MAX_URL ? [`is too long (maximum is ${MAX_URL} characters)`] : []),
    ...(url ? [] : ['must be a valid URL']),
    ...(url && !isHttp ? ['is blocked: Only allowed schemes are http, https'] : []),
  ];
  if (problems.length > 0) throw new ValidationError({ target_url: problems });
}
