/** Streams a repository as a bundle, from one git process. */
import type { Caller } from '@forgemesh/admission';
import { refStore } from '../../refs/ref-store';
import type { GitContext } from '../../worker/context';
import type { Pipe } from '../../worker/pipe';
import { streamProcess } from '../../worker/stream-process';

export interface StreamBundleInput {
  repo: string;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

/** Ref folders that a bundle contains. */
export const bundledFolders = ['refs/heads', 'refs/tags', 'refs/merge-requests', 'refs/keep-around'] as const;

/**
 * Writes the bundle to the pipe; nothing when there are no refs, because git refuses to create an
 * empty bundle. Errors: `git_failed`.
 */
export async function streamBundle(
  context: GitContext,
  { repo, caller }: StreamBundleInput,
  pipe: Pipe,
): Promise<null> {
  const store = refStore(context.repository(repo));
  if (bundledFolders.every((folder) => store.list(folder).length === 0)) return null;
  const head = store.headTarget();
  const hasHead = head !== undefined && store.list('refs/heads').some(({ name }) => name === head);
  const globs = bundledFolders.map((folder) => `--glob=${folder}/*`);
  const args = ['bundle', 'create', '--quiet', '-', ...(hasHead ? ['HEAD'] : []), ...globs];
  return streamProcess(context, { repo, args, caller, kind: 'copy' }, pipe);
}
