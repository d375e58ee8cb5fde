/** Texts of reverts and cherry-picks. */
import { t } from '@lingui/core/macro';
import { ApiError } from '#lib/api-error';
import { shellWord } from '#lib/shell-word';

/** Whether a change is undone or copied. */
export type ReplayKind = 'revert' | 'cherry-pick';

/** What is replayed. */
export interface ReplayedCommit {
  sha: string;
  /** Title of the commit or merge request. */
  title: string;
}

/** Name of the new branch. */
export function branchNameOf(kind: ReplayKind, { sha }: ReplayedCommit): string {
  return `${kind}-${sha.slice(0, 8)}`;
}

/** Title of the new merge request, as git names reverts. */
export function requestTitleOf(kind: ReplayKind, { title }: ReplayedCommit): string {
  return kind === 'revert' ? `Revert "${title}"` : title;
}

/** What a refusal of the API means; undefined if its own text is clear. */
export function replayRefusal(error: unknown, kind: ReplayKind, branch: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'empty')
    return kind === 'revert'
      ? t`There is nothing to revert: ${branch} does not have these changes.`
      : t`There is nothing to pick: ${branch} has these changes already.`;
  if (error.code === 'conflict')
    return kind === 'revert'
      ? t`It cannot be reverted automatically: later commits of ${branch} changed the same lines. Use the commands below, and resolve the conflicts on your machine.`
      : t`It cannot be picked automatically: ${branch} has other changes of the same lines. Use the commands below, and resolve the conflicts on your machine.`;
  if (error.status === 403) return t`You may not push to ${branch}. Start a merge request with the changes instead.`;
  return undefined;
}

/** The commands for the visitor's machine. A merge is compared with its first parent. */
export function replayCommands(
  kind: ReplayKind,
  commit: ReplayedCommit,
  { branch, isMerge }: { branch: string; isMerge: boolean },
): string[] {
  const name = branchNameOf(kind, commit);
  const parent = isMerge ? ' --mainline 1' : '';
  return [
    'git fetch origin',
    `git switch --create ${name} ${shellWord(`origin/${branch}`)}`,
    `git ${kind}${parent} ${commit.sha}`,
    `git push --set-upstream origin ${name}`,
  ];
}
