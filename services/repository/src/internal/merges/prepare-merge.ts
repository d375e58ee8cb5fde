import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  MergeServiceDefinition,
  type MergeSubject,
  type PrepareMergeRequest,
  type PrepareMergeResponse,
} from '@forgemesh/proto/repository/v1/merge';
import {
  commitMessage,
  copyHead,
  findLandedCommit,
  findLastPusher,
  findPusherOfCommit,
  isReachable,
  type LocalSide,
  localSideOf,
  newestPipeline,
  type Side,
  sideOf,
  subjectOf,
  tipOf,
  updateHeadRef,
} from '#commits/merges';
import { mayMergeInto, mayPushTo } from '#access';
import { listProtectionsFor, type Pusher, pushSubjectFor } from '#refs/protected-branches';
import type { InternalMergesDeps } from './deps';

const COMMITS_CAP = 10_000;
const NEW_COMMITS = 100;
const FILES_CAP = 1_001;

/** Compares the two sides of a merge request. */
export const prepareMerge = internalOperation(
  MergeServiceDefinition.prepareMerge,
  async (request, call: Call<InternalMergesDeps>) => {
    const { deps } = call;
    const [target, source] = [localSideOf(deps, request.target), sideOf(request.source)];
    const user = request.acting_user ?? call.user;
    const [permissions, protections] = await Promise.all([
      loadPermissions({ deps, user }, { target, source }, request),
      request.branches_only ? [] : listProtectionsFor(deps, target.location.project_id, user),
    ]);
    const subject = subjectOf(request.subject);
    return {
      ...permissions,
      may_push: !request.branches_only && mayPushTo(subject, target.branch, protections),
      may_merge: !request.branches_only && mayMergeInto(subject, target.branch, protections),
    };
  },
);

/** The response without the caller's rights on the target. */
async function loadPermissions(
  caller: Caller,
  sides: Sides,
  request: PrepareMergeRequest,
): Promise<Omit<PrepareMergeResponse, 'may_push' | 'may_merge'>> {
  const { deps } = caller;
  const { target, source } = sides;
  const [targetSha, sourceSha] = await Promise.all([tipOf(deps, target), tipOf(deps, source)]);
  const tips = { sourceSha, targetSha };
  const isUnchanged = (sourceSha ?? '') === request.known_source_sha && (targetSha ?? '') === request.known_target_sha;
  const unchanged = isUnchanged || request.tips_only;
  if (!unchanged && sourceSha !== null) await copyHead(deps, { target, source, sha: sourceSha });
  const [comparison, may_push_source, diverged_commits_count, pipeline] = await Promise.all([
    unchanged ? unchangedComparison : compareSides(deps, sides, request, tips),
    request.source_subject ? mayPushSource(caller, source, request.source_subject) : false,
    request.count_diverged ? countDiverged(deps, target, tips) : 0,
    request.branches_only ? undefined : newestPipeline(deps, source, sourceSha ?? request.head_sha),
  ]);
  return {
    unchanged,
    source_sha: sourceSha ?? undefined,
    target_sha: targetSha ?? undefined,
    ...comparison,
    may_push_source,
    diverged_commits_count,
    pipeline,
  };
}

/** The user whose permissions are returned. */
interface Caller {
  deps: InternalMergesDeps;
  user: Pusher | null;
}

/** The branches of a merge request. */
interface Sides {
  target: LocalSide;
  source: Side;
}

/** Tips of both sides; null when the branch does not exist. */
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

const unchangedComparison: Comparison = {
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
  taken_over_sha: undefined,
  taken_over_count: 0,
};

async function mayPushSource(
  { deps, user }: Caller,
  { location, branch }: Side,
  subject: MergeSubject,
): Promise<boolean> {
  const { project_id: id } = location;
  const pusher = await pushSubjectFor({ deps, user }, { id, ...subject }, branch);
  return mayPushTo(pusher, branch, await listProtectionsFor(deps, id, user));
}

async function compareSides(
  deps: InternalMergesDeps,
  sides: Sides,
  request: PrepareMergeRequest,
  tips: Tips,
): Promise<Comparison> {
  const { target } = sides;
  const { iid } = request;
  const { sourceSha: sha } = tips;
  const [moves, difference] = await Promise.all([
    // A merge request without number has no earlier comparison.
    iid === 0 ? {} : detectMoves(deps, sides, request, tips),
    differenceOf(deps, target, request, tips),
    iid !== 0 && sha !== null && updateHeadRef(deps, { target, sha, iid }),
  ]);
  return { ...unchangedComparison, ...moves, ...difference };
}

/** Changes of both branches since the last comparison. */
async function detectMoves(
  deps: InternalMergesDeps,
  { target, source }: Sides,
  { head_sha: head, known_target_sha: previousTarget }: PrepareMergeRequest,
  { sourceSha, targetSha }: Tips,
): Promise<Partial<Comparison>> {
  const { repo } = target.location;
  const findLanded = async (): Promise<Partial<Comparison>> => {
    const landed =
      head && targetSha ? await findLandedCommit(deps, repo, { head, targetSha, previousTarget }) : undefined;
    const by = landed && targetSha ? await findPusherOfCommit(deps, target, { head, tip: targetSha }) : undefined;
    return { landed_sha: landed, landed_by: by };
  };
  const [landed, lastPusher, containsPrevious] = await Promise.all([
    findLanded(),
    findLastPusher(deps, source, sourceSha),
    previousTarget && targetSha ? isReachable(deps, repo, previousTarget, targetSha) : true,
  ]);
  return { ...landed, source_moved_by: lastPusher, target_rewritten: !containsPrevious };
}

/** The commits and changes of the source that are not in the target. */
async function differenceOf(
  { git }: InternalMergesDeps,
  { location: { repo } }: LocalSide,
  { head_sha: head }: PrepareMergeRequest,
  { sourceSha, targetSha }: Tips,
): Promise<Partial<Comparison>> {
  if (sourceSha === null || targetSha === null) return {};
  const count = { repo, after: sourceSha, cap: COMMITS_CAP };
  const counting = git.pushedCommits({ ...count, exclude: [targetSha], limit: NEW_COMMITS, with_ids: true });
  const diffSince = async (): Promise<{ base: string | null; files: number }> => {
    const { id: base } = await git.mergeBase({ repo, ids: [targetSha, sourceSha] });
    const limits = { max_files: FILES_CAP, max_bytes: 0 };
    return { base, files: (await git.diffBetween({ repo, from: base, to: sourceSha, limits })).total_files };
  };
  const [{ base, files }, all, pushed, fresh, merged] = await Promise.all([
    diffSince(),
    counting,
    head ? git.pushedCommits({ ...count, exclude: [head], limit: 0, with_ids: true }) : undefined,
    // Without a previous head all commits are new.
    head ? git.pushedCommits({ ...count, exclude: [targetSha, head], limit: NEW_COMMITS }) : counting,
    git.mergeTree({ repo, ours: targetSha, theirs: sourceSha }),
  ]);
  const own = new Set(all.ids);
  const inherited = pushed?.ids.filter((id) => !own.has(id)) ?? [];
  return {
    base_sha: base ?? undefined,
    commits_count: all.count,
    commit_ids: [...all.ids],
    new_commits: fresh.commits.map((commit) => commitMessage(commit)),
    new_commits_count: fresh.count,
    taken_over_sha: inherited[0],
    taken_over_count: inherited.length,
    files_count: Math.min(files, FILES_CAP),
    has_conflicts: merged.tree_id === null,
  };
}

async function countDiverged(
  { git }: InternalMergesDeps,
  { location: { repo } }: LocalSide,
  { sourceSha, targetSha }: Tips,
): Promise<number> {
  if (sourceSha === null || targetSha === null) return 0;
  const behind = { repo, after: targetSha, exclude: [sourceSha], limit: 0, cap: COMMITS_CAP };
  return (await git.pushedCommits(behind)).count;
}
