import { BadRequestError } from '@forgemesh/errors';
import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestConflictServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_conflict';
import type { MergeConflict } from '@forgemesh/proto/repository/v1/merge_conflict';
import { findMergeRequest, refreshFor } from '../find-merge-request';
import { tipsOfOpenRequest } from '../merging/branch-tips';
import { conflictMessage } from '../merging/conflict-message';
import { sidesOf, subjectOfSource } from '../merging/merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/** Lists the files of a merge request that git cannot merge. */
export const listMergeRequestConflicts = operation(
  MergeRequestConflictServiceDefinition.listMergeRequestConflicts,
  async ({ merge_request_iid: iid }, call: Call<MergeRequestChangesDeps>) => {
    const { deps } = call;
    const found = await findMergeRequest(call, iid);
    const refreshed = await refreshFor(call, found, { source_subject: await subjectOfSource(call, found) });
    const { request, facts } = refreshed;
    const { source_sha, target_sha } = tipsOfOpenRequest(refreshed);
    const { target } = await sidesOf(deps, request);
    const listed = await deps.clients.mergeConflicts.listMergeConflicts(
      { target, source_sha, target_sha },
      { storage: target.storage },
    );
    if (listed.refusal !== '') throw new BadRequestError(listed.refusal);
    const files = listed.files.map(presentFile);
    const isComplete = listed.files_count === files.length;
    return {
      source_branch: request.source_branch,
      target_branch: request.target_branch,
      source_sha,
      target_sha,
      can_push: facts.may_push_source,
      can_resolve: isComplete && files.every(({ resolutions }) => resolutions.length > 0),
      commit_message: conflictMessage(request),
      files_count: listed.files_count,
      files,
    };
  },
);

/** The ways to resolve a conflict by its kind; those that are not listed have only `side`. */
const resolutionsByKind: Readonly<Record<string, string[]>> = {
  text: ['side', 'sections', 'content'],
  path: [],
};

function presentFile({ path, kind, our_mode, their_mode, sections }: MergeConflict) {
  return {
    path,
    kind,
    resolutions: resolutionsByKind[kind] ?? ['side'],
    our_mode: our_mode ?? null,
    their_mode: their_mode ?? null,
    sections: sections.map((section) => ({
      id: section.id ?? null,
      ours: section.ours,
      theirs: section.theirs,
      our_line: section.our_line,
      their_line: section.their_line,
    })),
  };
}
