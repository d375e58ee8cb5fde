/**
 * Keeps the objects of repositories outside of their folders, so that the folders are caches: each
 * entry of a log names the packs with its new objects, and a checkpoint names those of before.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '@forgemesh/errors';
import { isGitError, packsIn, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import { writeApplied } from './applied-file';
import type { PacksDeps } from './deps';
import { followLog } from './follow-log';
import type { KeptPack } from './kept-pack';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import { isComplete, renewCheckpoint, writeFolderCheckpoint } from './write-checkpoint';
import { beginFork } from './write-fork-checkpoint';

/** Repositories that are remembered as opened. */
export const MAX_OPEN = 50_000;
/** Entries after which a new checkpoint is written. */
const CHECKPOINT_AFTER = 200;
/** Checkpoints of other processes that a writer lets go first. */
const MAX_ATTEMPTS = 5;

/** What the writers of refs and the readers of repositories need. */
export interface RepositoryPacks {
  /** Whether packs are kept outside of the folders. */
  readonly isEnabled: boolean;
  /** Whether folders may have to be built before their use. */
  readonly opensFolders: boolean;
  /** Whether `open` has nothing to do. */
  isOpen(repo: string): boolean;
  /**
   * Brings the folder of a repository to the newest entry of its log, before its first use in this
   * process. Throws UnavailableError if that fails.
   */
  open(location: RepositoryLocation): Promise<void>;
  /**
   * Keeps the objects that changes of refs need, before the entry that names them; the caller holds
   * the queue of the log. Undefined if packs are not kept outside of the folders.
   */
  keep(
    location: RepositoryLocation,
    changes: readonly RefUpdate[],
    received?: KeptPack[],
  ): Promise<KeptPack[] | undefined>;
  /** Keeps the packs of a push that are in quarantine. */
  keepQuarantine(folder: string): Promise<KeptPack[]>;
  /** Notes that the folder has followed an entry. */
  noteApplied(location: RepositoryLocation, seq: number): Promise<void>;
  /**
   * Writes a checkpoint of what the folder of a repository has; its packs may be `kept` already.
   * The caller holds the queue of the log.
   */
  writeCheckpoint(location: RepositoryLocation, kept?: readonly KeptPack[]): Promise<void>;
  /**
   * Writes the checkpoint of a repository whose folder was created as a whole: an import, or a
   * deleted repository that is restored. It replaces what the log says about its refs.
   */
  adopt(location: RepositoryLocation): Promise<void>;
  /**
   * Begins a fork, before its folder is filled. The returned function writes its checkpoint, which
   * names the packs of the source.
   */
  beginFork(source: RepositoryKey): Promise<(fork: RepositoryLocation) => Promise<void>>;
  /** Removes the checkpoint of a repository whose folder will be replaced. */
  forget(location: RepositoryLocation): Promise<void>;
  /** The numbers of the logs that checkpoints include, by the ids of the logs. */
  checkpointsOf(logIds: readonly string[]): Promise<Map<string, number>>;
  /** Notes the branch that HEAD points at. */
  noteHead(repo: string, branch: string): Promise<void>;
}

/** Packs are, and always were, in the folders only. */
export const noPacks: RepositoryPacks = {
  isEnabled: false,
  opensFolders: false,
  isOpen: () => true,
  open: () => Promise.resolve(),
  keep: () => Promise.resolve(undefined),
  keepQuarantine: () => Promise.resolve([]),
  noteApplied: () => Promise.resolve(),
  writeCheckpoint: () => Promise.resolve(),
  adopt: () => Promise.resolve(),
  beginFork: () => Promise.resolve(() => Promise.resolve()),
  forget: () => Promise.resolve(),
  checkpointsOf: () => Promise.resolve(new Map()),
  noteHead: () => Promise.resolve(),
};

/** The numbers that checkpoints include, by the ids of their logs. */
export async function readCheckpoints(
  checkpoints: PacksDeps['checkpoints'],
  logIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await checkpoints.find({ _id: { $in: [...logIds] } }, { seq: 1 }).lean();
  return new Map(found.map(({ _id, seq }) => [_id, seq]));
}

/** Changes HEAD in the checkpoint of a repository. One that is being written does not undo it. */
export async function noteHead(
  { storages, checkpoints }: Pick<PacksDeps, 'storages' | 'checkpoints'>,
  repo: string,
  branch: string,
): Promise<void> {
  const key = storages.keyOf(repo);
  if (!key) return;
  const update = { $set: { head: `refs/heads/${branch}` }, $inc: { version: 1 } };
  await checkpoints.updateOne({ _id: checkpointId(key) }, update);
}

/** Keeps packs in the object store. */
export class StoredPacks implements RepositoryPacks {
  readonly isEnabled = true;
  readonly opensFolders = true;
  private readonly opened = new LRUCache<string, { hasFolder: boolean }>({ max: MAX_OPEN });
  private readonly opening = new Map<string, Promise<void>>();
  /** Entries since the last checkpoint, of repositories whose checkpoint is complete. */
  private readonly counts = new LRUCache<string, number>({ max: MAX_OPEN });

  constructor(private readonly deps: PacksDeps) {}

  isOpen(repo: string): boolean {
    const opened = this.opened.get(repo);
    if (!opened) return false;
    // The folder was removed while this process runs.
    if (opened.hasFolder && !existsSync(path.join(repo, 'HEAD'))) {
      this.opened.delete(repo);
      return false;
    }
    return true;
  }

  async open(location: RepositoryLocation): Promise<void> {
    const { repo } = location;
    if (this.isOpen(repo)) return;
    const running = this.opening.get(repo) ?? this.follow(location);
    this.opening.set(repo, running);
    await running;
  }

  private async follow(location: RepositoryLocation): Promise<void> {
    const { repo } = location;
    try {
      await followLog(this.deps, location);
      this.opened.set(repo, { hasFolder: existsSync(path.join(repo, 'HEAD')) });
    } finally {
      this.opening.delete(repo);
    }
  }

  async keep(location: RepositoryLocation, changes: readonly RefUpdate[], received?: KeptPack[]): Promise<KeptPack[]> {
    try {
      await this.prepare(location);
      // A push contains everything that the refs did not reach before.
      return received ?? (await this.keepNew(location, changes));
    } catch (error) {
      // The text of git is not for users.
      throw isGitError(error) ? new UnavailableError(undefined, { cause: error }) : error;
    }
  }

  private async keepNew({ repo }: RepositoryLocation, changes: readonly RefUpdate[]): Promise<KeptPack[]> {
    const tips = changes.map((change) => change.new).filter((id) => id !== zeroId);
    if (tips.length === 0) return [];
    const { packStore, git } = this.deps;
    const file = await packStore.newFile();
    try {
      const exclude = changes.map(({ old }) => old).filter((id) => id !== zeroId);
      const { count } = await git.packNewObjects({ repo, tips: [...new Set(tips)], exclude, file });
      return count === 0 ? [] : [await packStore.keep(file)];
    } finally {
      await rm(file, { force: true });
    }
  }

  async keepQuarantine(folder: string): Promise<KeptPack[]> {
    const packs: KeptPack[] = [];
    for (const { file, name } of await packsIn(path.join(folder, 'pack')))
      packs.push(await this.deps.packStore.keep(file, name));
    return packs;
  }

  async noteApplied(location: RepositoryLocation, seq: number): Promise<void> {
    const { repo } = location;
    this.opened.set(repo, { hasFolder: true });
    // With an older number, the folder follows the entry again.
    await writeApplied(repo, seq).catch((error: unknown) =>
      this.deps.log.warn({ err: error, seq }, 'the number of a repository was not written'),
    );
    const id = checkpointId(location);
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    if (count % CHECKPOINT_AFTER !== 0) return;
    this.deps.background.run('checkpoint of a repository not written', async () => {
      if (await renewCheckpoint(this.deps, location)) this.counts.set(id, 0);
    });
  }

  async writeCheckpoint(location: RepositoryLocation, kept?: readonly KeptPack[]): Promise<void> {
    if (await writeFolderCheckpoint(this.deps, location, { kept })) this.counts.set(checkpointId(location), 0);
    this.opened.delete(location.repo);
  }

  async adopt(location: RepositoryLocation): Promise<void> {
    const id = checkpointId(location);
    await this.deps.logQueue.run(id, async () => {
      for (let attempt = 1; !(await writeFolderCheckpoint(this.deps, location, { isCreated: true })); attempt++)
        if (attempt === MAX_ATTEMPTS) throw new UnavailableError();
      this.counts.set(id, 0);
      this.opened.delete(location.repo);
    });
  }

  async beginFork(source: RepositoryKey): Promise<(fork: RepositoryLocation) => Promise<void>> {
    const write = await beginFork(this.deps, source);
    return async (fork) => {
      if (!(await write(fork))) await this.adopt(fork);
      this.opened.delete(fork.repo);
    };
  }

  async forget(location: RepositoryLocation): Promise<void> {
    await this.deps.checkpoints.deleteOne({ _id: checkpointId(location) });
    this.counts.delete(checkpointId(location));
  }

  checkpointsOf(logIds: readonly string[]): Promise<Map<string, number>> {
    return readCheckpoints(this.deps.checkpoints, logIds);
  }

  noteHead(repo: string, branch: string): Promise<void> {
    return noteHead(this.deps, repo, branch);
  }

  /** Makes sure that there is a checkpoint with which the coming entries can be used. */
  private async prepare(location: RepositoryLocation): Promise<void> {
    const id = checkpointId(location);
    const { checkpoints, listEntries } = this.deps;
    for (let attempt = 1; !this.counts.has(id); attempt++) {
      const checkpoint = await checkpoints.findById(id).lean<RepositoryCheckpoint>();
      const entries = checkpoint ? await listEntries(location, checkpoint.seq) : [];
      if (isComplete(checkpoint, entries)) this.counts.set(id, entries.length);
      else if (attempt > MAX_ATTEMPTS) throw new UnavailableError();
      else await this.writeCheckpoint(location);
    }
  }
}
