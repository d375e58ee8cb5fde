import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentDiffVersion } from '../diffs/diff-version.entity';
import { findMergeRequest } from '../find-merge-request';
import { mergeContent } from '../merging/merge-content';
import type { MergeRequestChangesDeps } from '../deps';

/** Maximum number of commits in a version. */
const MAX_COMMITS = 1_000;

/** Gets one version with its commits and changed files. */
export const getMergeRequestVersion = operation(
  MergeRequestServiceDefinition.getMergeRequestVersion,
  async ({ merge_request_iid: iid, version_id: id }, call: Call<MergeRequestChangesDeps>) => {
    const request = await findMergeRequest(call, iid);
    const version = await call.deps.diffs.versions.find(id);
    if (version?.merge_request_id !== request._id) throw new NotFoundError();
    const content = await mergeContent(call.deps, request, {
      base_sha: version.base_commit_sha,
      head_sha: version.head_commit_sha,
      with_commits: true,
      limit_commits: MAX_COMMITS,
      with_diffs: version.state !== 'without_files',
      limit_diffs: true,
    });
    return { ...presentDiffVersion(version), commits: content.commits, diffs: content.diffs };
  },
);
