import type { GitEnvironmentOptions } from '../storage/git-environment';
import { zeroId } from '../refs/ref-folders';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { runGit } from '../write/run-git';

const refsPerProcess = 500;

/** The updates that the refs themselves show as applied. Errors: those of `runGit`. */
export async function readApplied(
  repo: string,
  updates: readonly RefUpdate[],
  environment?: GitEnvironmentOptions,
): Promise<RefUpdate[]> {
  const values = new Map<string, string>();
  for (let at = 0; at < updates.length; at += refsPerProcess) {
    const refs = updates.slice(at, at + refsPerProcess).map(({ ref }) => ref);
    const args = ['for-each-ref', '--format=%(objectname) %(refname)', '--end-of-options', ...refs];
    const lines = await runGit(repo, args, { timeoutMs: 30_000, ...environment });
    for (const line of lines.split('\n')) values.set(line.slice(41), line.slice(0, 40));
  }
  return updates.filter((update) => (values.get(update.ref) ?? zeroId) === update.new);
}
