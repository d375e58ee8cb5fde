import {
  MergeServiceService,
  type MergeSubject,
  type PrepareMergeRequest,
  type PrepareMergeResponse,
} from '@forgemesh/proto/repository/v1/merge';
import type { Call } from '@forgemesh/kit';
import { commitMessage } from './commit-message';
import type { Repositories } from '../service';
import { internalOperation } from '../operation';
import { mayMergeInto, mayPushTo } from '../policy';
import { listProtections } from '../protected-branches/list-protections';
import { pushSubjectFor } from '../push-grants';
import { keepHead } from './keep-head';
import { landedCommit } from './landed-commit';
import { newestPipeline } from './newest-pipeline';
import { isIn, lastMover, whoBrought } from './who-moved';
import { sideOf, subjectOf, tipOf, type Side } from './merge-side';

const COMMITS_CAP = 10_000;
const NEW_COMMITS = 100;
const FILES_CAP = 1_001;

/** Tells how the two sides of a merge request stand. */
export const prepareMerge = internalOperation(MergeServiceService.prepareMerge, async (request, call) => {
  const { deps } = call;
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
    ...(unchanged ? nothingNew : await compareSides(deps, { target, source }, request, { sourceSha, targetSha })),
    may_push: mayPushTo(subject, target.branch, protections),
    may_merge: mayMergeInto(subject, target.branch, protections),
    may_push_source: request.source_subject ? await mayPushSource(call, source, request.source_subject) : false,
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
  | 'unchanged'
  | 'source_sha'
  | 'target_sha'
  | 'may_push'
  | 'may_merge'
  | 'may_push_source'
  | 'pipeline'
  | 'diverged_commits_count'
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
  landed_by: undefined,
  source_moved_by: undefined,
  target_rewritten: false,
};

async function mayPushSource(
  call: Call<Repositories>,
  { location, branch }: Side,
  subject: MergeSubject,
): Promise<boolean> {
  const { project_id: id } = location;
  const pusher = await pushSubjectFor(call, { id, ...subject }, branch);
  return mayPushTo(pusher, branch, await listProtections(call.deps, id));
}

async function compareSides(
  deps: Repositories,
  { target, source }: { target: Side; source: Side },
  { head_sha: head, known_target_sha: knownTarget }: PrepareMergeRequest,
  { sourceSha, targetSha }: Tips,
): Promise<Comparison> {
  const { git } = deps;
  const { repo } = target.location;
  const landed = head && targetSha ? await landedCommit(deps, repo, { head, targetSha, knownTarget }) : undefined;
  const moved = {
    landed_sha: landed,
    landed_by: landed && targetSha ? await whoBrought(deps, target, { head, tip: targetSha }) : undefined,
    source_moved_by: await lastMover(deps, source, sourceSha),
    target_rewritten: knownTarget && targetSha ? !(await isIn(deps, repo, knownTarget, targetSha)) : false,
  };
  if (sourceSha === null || targetSha === null) return { ...nothingNew, ...moved };
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
    ...moved,
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
