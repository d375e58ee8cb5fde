/** Lets the folder of a repository follow its log before git uses it. */
import path from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type GitClient, type GitStream, isGitError, operations, streamOperations } from '@forgemesh/git-engine';
import type { RepositoryLocation, Storages } from '#storage';
import { ATTEMPTS_OF_LOST, REMOVAL_MS } from './lost-folders';
import type { RepositoryPacks } from './repository-packs';

/** Operations that create, replace or remove a whole repository. */
const onWholeRepositories: ReadonlySet<string> = new Set([
  ...['moveRepository', 'removeRepository', 'unbundleRepository', 'forkPeerRepository'],
  ...['createFromPacks', 'installPacks', 'combinePacks', 'listPacks', 'listAllRefs'],
]);

/** Streams that read a repository. */
const readingStreams = Object.keys(streamOperations).filter((name) => name.startsWith('stream'));

/** Errors of operations whose folder may be lost. */
const lossErrors: ReadonlySet<string> = new Set([
  'git_failed',
  'repository_not_found',
  'ref_not_found',
  'object_not_found',
  'path_not_found',
]);

/** The folders that an operation reads. */
interface Input {
  repo?: string;
  source?: string;
  from?: unknown;
  from_repo?: string;
  reference?: string;
  branch?: string;
}

type AnyMethod = (input: Input, options?: unknown) => Promise<unknown>;
type AnyStream = (input: Input, options?: unknown) => GitStream<unknown>;

/**
 * Wraps a client. Its operations and streams fail with UnavailableError if a repository cannot be
 * opened. An operation whose folder is lost meanwhile is repeated: what it had done is lost, too.
 */
export function openBeforeUse(git: GitClient, packs: RepositoryPacks, storages: Storages): GitClient {
  if (!packs.opensFolders) return git;
  const methods = git as unknown as Record<string, AnyMethod & AnyStream>;
  const names = Object.keys(operations).filter((name) => !onWholeRepositories.has(name));

  /**
   * The located repositories that have to be opened; undefined for none, which is the usual case.
   */
  function toOpen(input: Input): RepositoryLocation[] | undefined {
    let found: RepositoryLocation[] | undefined;
    for (const repo of foldersOf(input)) {
      if (packs.isOpen(repo)) continue;
      const key = storages.keyOf(repo);
      if (key) (found ??= []).push({ ...key, repo });
    }
    return found;
  }

  async function callOpened(...[method, input, options]: [AnyMethod, ...Parameters<AnyMethod>]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const closed = toOpen(input);
      if (closed) await Promise.all(closed.map((location) => packs.open(location)));
      try {
        return await method(input, options);
      } catch (error) {
        if (attempt === ATTEMPTS_OF_LOST || !(await isLost(input, error))) throw error;
      }
    }
  }

  /** Whether a folder was lost during an operation that has failed. */
  async function isLost(input: Input, error: unknown): Promise<boolean> {
    if (!isGitError(error) || !lossErrors.has(error.reason)) return false;
    const repos = foldersOf(input);
    // Git seldom fails for another reason, and a part of the folder may still be there.
    if (error.reason === 'git_failed') await pause(REMOVAL_MS);
    return repos.some((repo) => packs.isLost(repo));
  }

  function streamOpened(...[method, input, options]: [AnyStream, ...Parameters<AnyStream>]): GitStream<unknown> {
    const closed = toOpen(input);
    if (!closed) return method(input, options);
    return delayed(Promise.all(closed.map((location) => packs.open(location))).then(() => method(input, options)));
  }

  const wrapped = names.map((name): [string, AnyMethod] => {
    const method = methods[name] as AnyMethod;
    return [name, (input, options) => callOpened(method, input, options)];
  });
  const wrappedStreams = readingStreams.map((name): [string, AnyStream] => {
    const method = methods[name] as AnyStream;
    return [name, (input, options) => streamOpened(method, input, options)];
  });
  const { setHead } = git;
  return {
    ...git,
    ...(Object.fromEntries([...wrapped, ...wrappedStreams]) as Partial<GitClient>),
    async setHead(input, options) {
      await callOpened(setHead as unknown as AnyMethod, input, options);
      await packs.noteHead(input.repo, input.branch);
    },
  };
}

function foldersOf({ source, repo, from, from_repo: fromRepo, reference }: Input): string[] {
  const folders = [source ?? repo, source && repo, fromRepo, reference];
  // In other operations, `from` is a commit, or several.
  if (typeof from === 'string' && path.isAbsolute(from)) folders.push(from);
  return folders.filter((folder) => folder !== undefined && folder !== '') as string[];
}

/** A stream that starts later. Destroying it earlier cancels the call. */
function delayed(starting: Promise<GitStream<unknown>>): GitStream<unknown> {
  const stream = new PassThrough();
  const result = starting.then((started) => {
    if (stream.destroyed) started.stream.destroy();
    else pipeline(started.stream, stream, () => undefined);
    return started.result;
  });
  // A caller may use only the stream.
  result.catch((error: Error) => stream.destroy(error));
  stream.on('error', () => undefined);
  return { stream, result };
}
