import {
  MergeServiceService,
  type PrepareMergeRequest,
  type PrepareMergeResponse,
} from '@forgemesh/proto/repository/v1/merge';
import { commitMessage } from './commit-message';
import type { Repositories } from '../service';
import { internalOperation } from '../operation';
import { mayMergeInto, mayPushTo } from '../policy';
import { listProtections } from '../protected-branches/list-protections';
import { keepHead } from './keep-head';
import { landedCommit } from './landed-commit';
import { newestPipeline } from './newest-pipeline';
import { sideOf, subjectOf, tipOf, type Side } from './merge-side';

const COMMITS_CAP = 10_000;
const NEW_COMMITS = 100;
const FILES_CAP = 1_001;

/** Tells how the two sides of a merge request stand. */
export const prepareMerge = internalOperation(MergeServiceService.prepareMerge, async (request, { deps }) => {
  const [target, source] = [sideOf(deps, request.target), sideOf(deps, request.source)];
  const [targetSha, sourceSha, protections] = await Promise.all([
    tipOf(deps, target),
    tipOf(deps, source),
    listProtections(deps, target.location.project_id),
  ]);
  const subject = subjectOf(request.subject);
  const isKnown = (sourceSha ?? '') === request.known_source_sha && (targetSha ?? '') === request.known_target_sha;
  const unchanged = isKnown || request.tips_only;
  if (!unchanged && sourceSha !== null) await keepHead(deps, { target, source, sha: sourceSha, iid: request.iid });
  return {
    unchanged,
    source_sha: sourceSha ?? undefined,
    target_sha: targetSha ?? undefined,
    ...(unchanged ? nothingNew : await compareSides(deps, target, request, { sourceSha, targetSha })),
    may_push: mayPushTo(subject, target.branch, protections),
    may_merge: mayMergeInto(subject, target.branch, protections),
    diverged_commits_count: request.count_diverged ? await countDiverged(deps, target, { sourceSha, targetSha }) : 0,
    pipeline: await newestPipeline(deps, source, sourceSha ?? request.head_sha),
  };
});

/** Tips of both sides; null where there is no such branch. */
interface Tips {
  sourceSha: string | null;
  targetSha: string | null;
}

type Comparison = Omit<
  PrepareMergeResponse,
  'unchanged' | 'source_sha' | 'target_sha' | 'may_push' | 'may_merge' | 'pipeline' | 'diverged_commits_count'
>;

const nothingNew: Comparison = {
  base_sha: undefined,
  commits_count: 0,
  commit_ids: [],
  new_commits: [],
  new_commits_count: 0,
  files_count: 0,
  has_conflicts: false,
  landed_sha: undefined,
};

async function compareSides(
  deps: Repositories,
  { location: { repo } }: Side,
  { head_sha: head, known_target_sha: knownTarget }: PrepareMergeRequest,
  { sourceSha, targetSha }: Tips,
): Promise<Comparison> {
  const { git } = deps;
  const landed = head && targetSha ? await landedCommit(deps, repo, { head, targetSha, knownTarget }) : undefined;
  if (sourceSha === null || targetSha === null) return { ...nothingNew, landed_sha: landed };
  const { id: base } = await git.mergeBase({ repo, ids: [targetSha, sourceSha] });
  const exclude = [targetSha, ...(head ? [head] : [])];
  const [all, fresh, diff, merged] = await Promise.all([
    git.pushedCommits({ repo, after: sourceSha, exclude: [targetSha], limit: 0, cap: COMMITS_CAP, with_ids: true }),
    git.pushedCommits({ repo, after: sourceSha, exclude, limit: NEW_COMMITS, cap: COMMITS_CAP }),
    git.diffBetween({ repo, from: base, to: sourceSha, limits: { max_files: FILES_CAP, max_bytes: 0 } }),
    git.mergeTree({ repo, ours: targetSha, theirs: sourceSha }),
  ]);
  return {
    base_sha: base ?? undefined,
    commits_count: all.count,
    commit_ids: [...all.ids],
    new_commits: fresh.commits.map((commit) => commitMessage(commit)),
    new_commits_count: fresh.count,
    files_count: Math.min(diff.total_files, FILES_CAP),
    has_conflicts: merged.tree_id === null,
    landed_sha: landed,
  };
}

async function countDiverged(
  { git }: Repositories,
  { location: { repo } }: Side,
  { sourceSha, targetSha }: Tips,
): Promise<number> {
  if (sourceSha === null || targetSha === null) return 0;
  const behind = { repo, after: targetSha, exclude: [sourceSha], limit: 0, cap: COMMITS_CAP };
  return (await git.pushedCommits(behind)).count;
}
