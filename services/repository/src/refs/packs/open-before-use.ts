/** Lets the folder of a repository follow its log before git uses it. */
import { type GitClient, operations } from '@forgemesh/git-engine';
import type { Storages } from '#storage';
import type { RepositoryPacks } from './repository-packs';

/**
 * Operations that create, replace or remove a whole repository. Streams are not in the list of
 * operations at all: their callers read the repository before.
 */
const onWholeRepositories: ReadonlySet<string> = new Set([
  ...['moveRepository', 'removeRepository', 'unbundleRepository', 'forkPeerRepository'],
  ...['createFromPacks', 'installPacks', 'combinePacks', 'listPacks', 'listAllRefs'],
]);

type AnyMethod = (input: { repo?: string; source?: string; branch?: string }, options?: unknown) => Promise<unknown>;

/** Wraps a client. Its operations reject with UnavailableError if a repository cannot be opened. */
export function openBeforeUse(git: GitClient, packs: RepositoryPacks, storages: Storages): GitClient {
  if (!packs.opensFolders) return git;
  const methods = git as unknown as Record<string, AnyMethod>;
  const names = Object.keys(operations).filter((name) => !onWholeRepositories.has(name));
  const wrapped = names.map((name): [string, AnyMethod] => {
    const method = methods[name] as AnyMethod;
    return [name, (input, options) => callOpened(method, input, options)];
  });

  async function callOpened(...[method, input, options]: [AnyMethod, ...Parameters<AnyMethod>]): Promise<unknown> {
    const repo = input.source ?? input.repo ?? '';
    if (!packs.isOpen(repo)) {
      const key = storages.keyOf(repo);
      if (key) await packs.open({ ...key, repo });
    }
    return method(input, options);
  }

  const { setHead } = git;
  return {
    ...git,
    ...(Object.fromEntries(wrapped) as Partial<GitClient>),
    async setHead(input, options) {
      await callOpened(setHead as unknown as AnyMethod, input, options);
      await packs.noteHead(input.repo, input.branch);
    },
  };
}
