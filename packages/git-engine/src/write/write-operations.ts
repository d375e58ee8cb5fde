/**
 * The write operations of the worker: each takes plain data and calls the function of the same
 * name.
 */
import { GitError } from '../errors';
import { lastCommitForPath } from '../history/last-commit-for-path';
import { ensureRepository } from '../storage/ensure-repository';
import { forkRepository } from '../storage/fork-repository';
import type { GitEnvironmentOptions } from '../storage/git-environment';
import { moveRepository } from '../storage/move-repository';
import { removeRepository } from '../storage/remove-repository';
import { setHead } from '../storage/set-head';
import { unbundleRepository } from '../storage/unbundle-repository';
import type { GitContext } from '../worker/context';
import type { WorkerSettings } from '../worker/messages';
import {
  createBranch,
  createTag,
  deleteBranch,
  deleteTag,
  writeTag,
  type CreateTagInput,
} from './refs/branches-and-tags';
import { commitActions, type CommitActionsInput, type CommitActionsResult } from './commits/commit-actions';
import { fetchCommits, type FetchCommitsInput } from './commits/fetch-commits';
import { packRefs, prune, repack, writeCommitGraph, type HousekeepingOptions } from './housekeeping';
import { mergeTree, writeCommit, type MergeTreesInput, type WriteCommitInput } from './commits/merge-commits';
import { listConflicts, type ListConflictsInput, type ListConflictsResult } from './conflicts/list-conflicts';
import { resolveConflicts, type ResolveConflictsInput } from './conflicts/resolve-conflicts';
import { replayCommit, type ReplayCommitInput, type ReplayCommitResult } from './commits/replay-commit';
import { rebaseCommits, type RebaseCommitsInput, type RebaseCommitsResult } from './commits/rebase-commits';
import { checkRefUpdates } from './refs/check-ref-updates';
import { RefTransactions, type RefUpdate } from './refs/ref-transactions';

/**
 * One set of persistent processes per worker; they end when idle and never keep the worker alive.
 */
const transactions = new WeakMap<WorkerSettings, RefTransactions>();

export interface BranchInput {
  repo: string;
  name: string;
  commit_id: string;
}

export type MaintenanceInput = { repo: string } & Pick<HousekeepingOptions, 'timeoutMs' | 'pruneOlderThan'>;

export const writeOperations = {
  checkRefUpdates,
  unbundleRepository,

  async ensureRepository(_context: GitContext, input: { repo: string; default_branch?: string }): Promise<boolean> {
    return await ensureRepository(input.repo, input.default_branch);
  },

  async forkRepository(context: GitContext, input: { source: string; target: string }): Promise<boolean> {
    return await forkRepository(context.repository(input.source), input.target);
  },

  async fetchCommits(context: GitContext, input: FetchCommitsInput): Promise<void> {
    await fetchCommits(context, input);
  },

  async removeRepository(context: GitContext, input: { root: string; repo: string }): Promise<void> {
    transactionsOf(context).forget(input.repo);
    await removeRepository(input.root, input.repo);
  },

  async moveRepository(context: GitContext, input: { repo: string; target: string }): Promise<boolean> {
    for (const repo of [input.repo, input.target]) transactionsOf(context).forget(repo);
    return await moveRepository(input.repo, input.target);
  },

  async setHead(context: GitContext, input: { repo: string; branch: string }): Promise<void> {
    existing(context, input.repo);
    await setHead(input.repo, input.branch);
  },

  async commitActions(context: GitContext, input: CommitActionsInput): Promise<CommitActionsResult> {
    const repository = existing(context, input.repo);
    const readObject = async (id: string): Promise<{ type: string; content: Buffer }> => {
      const object = await repository.read(id);
      if (object === undefined) throw new GitError('object_not_found', `${id} does not exist`);
      return { type: object.type, content: object.data };
    };
    const lastCommitOf = async (commit_id: string, path: string): Promise<string | null> =>
      (await lastCommitForPath(context, { repo: input.repo, commit_id, path }))?.id ?? null;
    return await commitActions({ readObject, lastCommitOf }, input);
  },

  async replayCommit(context: GitContext, input: ReplayCommitInput): Promise<ReplayCommitResult> {
    return await replayCommit(context, existing(context, input.repo), input);
  },

  async rebaseCommits(context: GitContext, input: RebaseCommitsInput): Promise<RebaseCommitsResult> {
    return await rebaseCommits(context, existing(context, input.repo), input);
  },

  async mergeTree(context: GitContext, input: MergeTreesInput): Promise<{ tree_id: string | null }> {
    return await mergeTree(context, existing(context, input.repo), input);
  },

  async listConflicts(context: GitContext, input: ListConflictsInput): Promise<ListConflictsResult> {
    return await listConflicts(context, existing(context, input.repo), input);
  },

  async resolveConflicts(context: GitContext, input: ResolveConflictsInput): Promise<{ commit_id: string }> {
    return await resolveConflicts(context, existing(context, input.repo), input);
  },

  async writeCommit(context: GitContext, input: WriteCommitInput): Promise<{ commit_id: string }> {
    return await writeCommit(existing(context, input.repo), input);
  },

  async updateRefs(context: GitContext, input: { repo: string; updates: RefUpdate[] }): Promise<void> {
    await refsOf(context, input.repo).update(input.repo, input.updates);
  },

  async createBranch(context: GitContext, { repo, name, commit_id }: BranchInput): Promise<void> {
    await createBranch(refsOf(context, repo), repo, name, commit_id);
  },

  async deleteBranch(context: GitContext, { repo, name, commit_id }: BranchInput): Promise<void> {
    await deleteBranch(refsOf(context, repo), repo, name, commit_id);
  },

  async createTag(context: GitContext, input: CreateTagInput): Promise<string> {
    return await createTag(refsOf(context, input.repo), input);
  },

  async writeTag(context: GitContext, input: Required<CreateTagInput>): Promise<string> {
    existing(context, input.repo);
    return await writeTag(input, input.annotation);
  },

  async deleteTag(context: GitContext, { repo, name, id }: { repo: string; name: string; id: string }): Promise<void> {
    await deleteTag(refsOf(context, repo), repo, name, id);
  },

  async writeCommitGraph(context: GitContext, input: MaintenanceInput): Promise<void> {
    await writeCommitGraph(input.repo, maintenanceOptions(context, input));
  },

  async repack(context: GitContext, input: MaintenanceInput): Promise<void> {
    await repack(input.repo, maintenanceOptions(context, input));
  },

  async prune(context: GitContext, input: MaintenanceInput): Promise<void> {
    await prune(input.repo, maintenanceOptions(context, input));
  },

  async packRefs(context: GitContext, input: MaintenanceInput): Promise<void> {
    await packRefs(input.repo, maintenanceOptions(context, input));
  },
};

function existing(context: GitContext, repo: string): ReturnType<GitContext['repository']> {
  const repository = context.repository(repo);
  if (!repository.exists) throw new GitError('repository_not_found', 'the repository does not exist');
  return repository;
}

/**
 * The ref transactions for a repository. A process of an older folder at the same path is stopped
 * first.
 */
function refsOf(context: GitContext, repo: string): RefTransactions {
  const refs = transactionsOf(context);
  existing(context, repo).slot('ref-transactions', () => refs.forget(repo));
  return refs;
}

function transactionsOf({ settings }: GitContext): RefTransactions {
  let refs = transactions.get(settings);
  if (refs === undefined) {
    const { maxChildren, idleMs } = settings;
    refs = new RefTransactions({ maxChildren, idleMs, environment: environmentOf(settings) });
    transactions.set(settings, refs);
  }
  return refs;
}

function maintenanceOptions(context: GitContext, { timeoutMs, pruneOlderThan }: MaintenanceInput): HousekeepingOptions {
  return { timeoutMs, pruneOlderThan, signal: context.signal, environment: environmentOf(context.settings) };
}

function environmentOf(settings: WorkerSettings): GitEnvironmentOptions {
  return { program: settings.gitBinary, path: settings.searchPath };
}
