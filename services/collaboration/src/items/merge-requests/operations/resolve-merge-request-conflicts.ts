import { BadRequestError, ConflictError, ForbiddenError, InvalidParameterError } from '@forgemesh/errors';
import { type Call, operation } from '@forgemesh/rpc';
import {
  type MergeRequestConflictFileResolution,
  MergeRequestConflictServiceDefinition,
} from '@forgemesh/proto/collaboration/v1/merge_request_conflict';
import type { MergeConflictResolution } from '@forgemesh/proto/repository/v1/merge_conflict';
import { findMergeRequest, presentMergeRequestFor, refreshFor } from '../find-merge-request';
import { tipsOfOpenRequest } from '../merging/branch-tips';
import { conflictMessage } from '../merging/conflict-message';
import { sidesOf, subjectOfSource } from '../merging/merge-settings';
import type { MergeRequestListsDeps } from '../deps';

const MOVED = 'A branch has moved since the conflicts were listed';

/** Merges the target of a merge request into its source with the caller's resolutions. */
export const resolveMergeRequestConflicts = operation(
  MergeRequestConflictServiceDefinition.resolveMergeRequestConflicts,
  async (input, call: Call<MergeRequestListsDeps>) => {
    const { deps } = call;
    const files = resolutionsOf(input.files ?? []);
    const found = await findMergeRequest(call, input.merge_request_iid);
    const subject = await subjectOfSource(call, found);
    const refreshed = await refreshFor(call, found, { source_subject: subject });
    const { request, facts } = refreshed;
    const { target_sha } = tipsOfOpenRequest(refreshed);
    if (!facts.may_push_source) throw new ForbiddenError('Cannot push to source branch');
    // A repeated write finds a source that it has moved itself, which the repository checks.
    if (input.target_sha !== target_sha) throw new ConflictError(MOVED);
    const { target, source } = await sidesOf(deps, request);
    const { commit_sha, refusal, is_push_refused } = await deps.clients.mergeConflicts.resolveMergeConflicts(
      {
        target,
        source,
        source_sha: input.source_sha,
        target_sha,
        files,
        message: input.commit_message || conflictMessage(request),
        subject,
        acting_user: undefined,
      },
      { storage: source.storage },
    );
    if (commit_sha === undefined)
      throw refusal === '' ? new ConflictError(MOVED) : refusalError(refusal, is_push_refused);
    return presentMergeRequestFor(call, request);
  },
);

function refusalError(refusal: string, isPushRefused: boolean): BadRequestError {
  return new BadRequestError(isPushRefused ? `The merge was not pushed: ${refusal}` : refusal);
}

function resolutionsOf(files: readonly MergeRequestConflictFileResolution[]): MergeConflictResolution[] {
  const paths = new Set<string>();
  return files.map(({ path, side, content, sections: choices }) => {
    // A list within a list is absent if the client did not send it.
    const sections = (choices as typeof choices | undefined) ?? [];
    if (paths.has(path)) throw new InvalidParameterError(`files[path] has ${path} twice`);
    paths.add(path);
    const given = [side !== undefined, content !== undefined, sections.length > 0].filter(Boolean).length;
    if (given !== 1)
      throw new InvalidParameterError('files needs exactly one of side, content, sections for each path');
    return { path, side, content, sections: Object.fromEntries(sections.map(({ id, side: taken }) => [id, taken])) };
  });
}
