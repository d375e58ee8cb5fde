import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  MergeServiceDefinition,
  type BuildMergeRequest,
  type BuildMergeResponse,
} from '@forgemesh/proto/repository/v1/merge';
import { identitiesOf } from '#commits/history';
import type { Commit, Identity } from '@forgemesh/git-engine';
import { localSideOf } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/** Maximum number of commits read for the message. */
const MAX_COMMITS = 1_000;

type Build = BuildMergeRequest & { repo: string; committer: Identity };

/** Writes the commits of a merge; no ref points at them yet. */
export const buildMerge = internalOperation(
  MergeServiceDefinition.buildMerge,
  async (request, call: Call<InternalMergesDeps>) => {
    const { deps } = call;
    const { repo } = localSideOf(deps, request.target).location;
    const { committer } = await identitiesOf(deps, request.acting_user ?? call.user);
    const build = { ...request, repo, committer };
    if (request.method !== 'merge') {
      const ancestry = { repo, ancestor: request.target_sha, descendant: request.source_sha };
      if (!(await deps.git.isAncestor(ancestry)).is_ancestor) return failed('not_fast_forward');
    }
    const squashed = request.squash ? await squash(deps, build) : undefined;
    const tip = squashed ?? request.source_sha;
    if (request.method === 'ff') return { ...failed(''), commit_sha: tip, squash_commit_sha: squashed };
    const { tree_id } = await deps.git.mergeTree({ repo, ours: request.target_sha, theirs: tip });
    if (tree_id === null) return failed('conflict');
    const parents = [request.target_sha, tip];
    const commit = { repo, tree_id, parents, message: request.message, author: committer, committer };
    const { commit_id: merged } = await deps.git.writeCommit(commit);
    return { commit_sha: merged, merge_commit_sha: merged, squash_commit_sha: squashed, failure: '' };
  },
);

function failed(failure: string): BuildMergeResponse {
  return { commit_sha: undefined, merge_commit_sha: undefined, squash_commit_sha: undefined, failure };
}

/**
 * Squashes all commits into one on top of the merge base; undefined if there is only one commit and
 * no other message was requested.
 */
async function squash(deps: InternalMergesDeps, build: Build): Promise<string | undefined> {
  const { repo, target_sha: target, source_sha: source, committer } = build;
  const { id: base } = await deps.git.mergeBase({ repo, ids: [target, source] });
  const { commits } = await deps.git.listCommits({ repo, from: [source], exclude: [target], limit: MAX_COMMITS });
  if (base === null || (commits.length < 2 && build.squash_message === '')) return undefined;
  const users = await deps.clients.users.listUserProfiles({ ids: [build.author_id], usernames: [], emails: [] });
  const [profile] = users.users;
  const author = profile ? { name: profile.name, email: profile.email, time: committer.time } : committer;
  const message = build.squash_message || longMessage(commits) || build.squash_title;
  const written = await deps.git.writeCommit({ repo, tree_of: source, parents: [base], message, author, committer });
  return written.commit_id;
}

/** The message of the oldest non-merge commit whose message has several lines. */
function longMessage(commits: readonly Commit[]): string | undefined {
  const oldestFirst = [...commits].reverse();
  return oldestFirst.find(({ message, parent_ids }) => parent_ids.length < 2 && message.trim().includes('\n'))?.message;
}
