/**
 * Keeps the objects of repositories outside of their folders, so that the folders are caches: each
 * entry of a log names the packs with its new objects, and a checkpoint names those of before.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '@forgemesh/errors';
import { isGitError, packsIn, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import { repositoryKinds, type RepositoryKey, type RepositoryLocation } from '#storage';
import type { LogName, PacksDeps } from './deps';
import { copyCheckpoint } from './copy-checkpoint';
import type { HeadAnnouncements } from './head-announcements';
import type { KeptPack } from './kept-pack';
import type { KnownHeads } from './known-heads';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import type { FolderDecision } from './logged-refs';
import type { OwnEntry, RepositoryFolders } from './repository-folders';
import { isComplete, renewCheckpoint, writeFolderCheckpoint } from './write-checkpoint';
import { beginFork } from './write-fork-checkpoint';

/** Repositories that are remembered. */
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
   * Lets the folder of a repository follow every entry of its log that was acknowledged before this
   * call, by any process. Throws UnavailableError if that fails.
   */
  open(location: RepositoryLocation): Promise<void>;
  /** Like `open`; returns the number of the last entry that the folder has followed. */
  catchUp(location: RepositoryLocation): Promise<number>;
  /** Whether a folder that was open has been removed since, as a cache may be at any time. */
  isLost(repo: string): boolean;
  /**
   * Confirms that a folder has decided about changes of refs as the log would have done. Returns
   * the number of the last entry before the changes; null if the folder has to follow the log, and
   * to decide, again. The caller holds the queue of the log.
   */
  confirm(location: RepositoryLocation, decision: FolderDecision): Promise<number | null>;
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
  /**
   * Lets the folder follow an entry that this process has appended, whose objects are in the
   * folder. Never rejects: if the folder cannot follow, later uses of it try again.
   */
  apply(location: RepositoryLocation, entry: OwnEntry): Promise<void>;
  /**
   * Resolves when no process that serves the repository can be without knowledge of an entry. Never
   * rejects.
   */
  announce(log: LogName, seq: number): Promise<void>;
  /** Notes that a log has an entry, which the folder has to follow before its next use. */
  note(log: LogName, seq: number): void;
  /** Lets the next use build the folder again, because it may differ from the log. */
  discard(location: RepositoryLocation): Promise<void>;
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
   * Lets all processes drop the folders of a project whose log and checkpoints are deleted. Never
   * rejects.
   */
  announceRemoval(projectId: number): Promise<void>;
  /**
   * Lets all processes build their folders of a repository again, because its log or its checkpoint
   * was replaced. Never rejects.
   */
  announceReplacement(location: RepositoryLocation): Promise<void>;
  /**
   * Begins a fork, before its folder is filled. The returned function writes its checkpoint, which
   * names the packs of the source.
   */
  beginFork(source: RepositoryKey): Promise<(fork: RepositoryLocation) => Promise<void>>;
  /**
   * Copies the newest state of a repository to one without refs; see `copyCheckpoint`. False if
   * packs are not kept outside of the folders.
   */
  copy(from: RepositoryLocation, to: RepositoryLocation): Promise<boolean>;
  /** Whether a repository has a checkpoint. */
  has(location: RepositoryLocation): Promise<boolean>;
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
  catchUp: () => Promise.resolve(0),
  isLost: () => false,
  confirm: (_, { seq }) => Promise.resolve(seq),
  keep: () => Promise.resolve(undefined),
  keepQuarantine: () => Promise.resolve([]),
  apply: () => Promise.resolve(),
  announce: () => Promise.resolve(),
  note: () => undefined,
  discard: () => Promise.resolve(),
  writeCheckpoint: () => Promise.resolve(),
  adopt: () => Promise.resolve(),
  announceRemoval: () => Promise.resolve(),
  announceReplacement: () => Promise.resolve(),
  copy: () => Promise.resolve(false),
  has: () => Promise.resolve(false),
  beginFork: () => Promise.resolve(() => Promise.resolve()),
  forget: () => Promise.resolve(),
  checkpointsOf: () => Promise.resolve(new Map()),
  noteHead: () => Promise.resolve(),
};

/** Whether a repository has a checkpoint. */
export async function hasCheckpoint(
  checkpoints: PacksDeps['checkpoints'],
  location: RepositoryLocation,
): Promise<boolean> {
  return (await checkpoints.exists({ _id: checkpointId(location) })) !== null;
}

/** The numbers that checkpoints include, by the ids of their logs. */
export async function readCheckpoints(
  checkpoints: PacksDeps['checkpoints'],
  logIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await checkpoints.find({ _id: { $in: [...logIds] } }, { seq: 1 }).lean();
  return new Map(found.map(({ _id, seq }) => [_id, seq]));
}

/**
 * Changes HEAD in the checkpoint of a repository; false if there is none. A checkpoint that is
 * being written does not undo it.
 */
export async function noteHead(
  { storages, checkpoints }: Pick<PacksDeps, 'storages' | 'checkpoints'>,
  repo: string,
  branch: string,
): Promise<boolean> {
  const key = storages.keyOf(repo);
  if (!key) return false;
  const update = { $set: { head: `refs/heads/${branch}` }, $inc: { version: 1 } };
  return (await checkpoints.updateOne({ _id: checkpointId(key) }, update)).matchedCount > 0;
}

/** Keeps packs in the object store. */
export class StoredPacks implements RepositoryPacks {
  readonly isEnabled = true;
  readonly opensFolders = true;
  /** Entries since the last checkpoint, of repositories whose checkpoint is complete. */
  private readonly counts = new LRUCache<string, number>({ max: MAX_OPEN });

  constructor(
    private readonly deps: PacksDeps,
    private readonly folders: RepositoryFolders,
    private readonly heads: KnownHeads,
    private readonly announcements: HeadAnnouncements,
  ) {}

  isOpen(repo: string): boolean {
    return this.folders.isOpen(repo);
  }

  open(location: RepositoryLocation): Promise<void> {
    return this.folders.open(location);
  }

  catchUp(location: RepositoryLocation): Promise<number> {
    return this.folders.catchUp(location);
  }

  isLost(repo: string): boolean {
    return this.folders.isLost(repo);
  }

  confirm(location: RepositoryLocation, decision: FolderDecision): Promise<number | null> {
    return this.folders.confirm(location, decision);
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

  async apply(location: RepositoryLocation, entry: OwnEntry): Promise<void> {
    await this.folders.apply(location, entry);
    const id = checkpointId(location);
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    if (count % CHECKPOINT_AFTER !== 0) return;
    this.deps.background.run('checkpoint of a repository not written', async () => {
      if (await renewCheckpoint(this.deps, location)) this.counts.set(id, 0);
    });
  }

  announce(log: LogName, seq: number): Promise<void> {
    return this.announcements.announce(log, seq);
  }

  note(log: LogName, seq: number): void {
    this.heads.note(checkpointId(log), seq);
  }

  discard(location: RepositoryLocation): Promise<void> {
    return this.folders.discard(location);
  }

  async writeCheckpoint(location: RepositoryLocation, kept?: readonly KeptPack[]): Promise<void> {
    const isWritten = await this.folders.run(location.repo, () => writeFolderCheckpoint(this.deps, location, { kept }));
    if (isWritten) this.counts.set(checkpointId(location), 0);
    this.folders.forget(location.repo);
  }

  async adopt(location: RepositoryLocation): Promise<void> {
    const id = checkpointId(location);
    const { deps, folders } = this;
    const write = () => writeFolderCheckpoint(deps, location, { isCreated: true });
    await deps.logQueue.run(id, async () => {
      for (let attempt = 1; !(await folders.run(location.repo, write)); attempt++)
        if (attempt === MAX_ATTEMPTS) throw new UnavailableError();
      this.counts.set(id, 0);
      folders.forget(location.repo);
    });
    await this.announcements.announceReplaced(location);
  }

  async copy(from: RepositoryLocation, to: RepositoryLocation): Promise<boolean> {
    const isCopied = await copyCheckpoint(this.deps, from, to);
    this.folders.forget(to.repo);
    if (isCopied) await this.announcements.announceReplaced(to);
    return isCopied;
  }

  has(location: RepositoryLocation): Promise<boolean> {
    return hasCheckpoint(this.deps.checkpoints, location);
  }

  async announceRemoval(project_id: number): Promise<void> {
    const logs = repositoryKinds.map((kind) => ({ project_id, kind }));
    for (const log of logs) {
      this.heads.forget(log);
      this.counts.delete(checkpointId(log));
    }
    await Promise.all(logs.map((log) => this.announcements.announceReplaced(log)));
  }

  async announceReplacement(location: RepositoryLocation): Promise<void> {
    this.heads.forget(location);
    this.counts.delete(checkpointId(location));
    this.folders.forget(location.repo);
    await this.announcements.announceReplaced(location);
  }

  async beginFork(source: RepositoryKey): Promise<(fork: RepositoryLocation) => Promise<void>> {
    const write = await beginFork(this.deps, source);
    return async (fork) => {
      if (!(await write(fork))) return this.adopt(fork);
      this.folders.forget(fork.repo);
      await this.announcements.announceReplaced(fork);
    };
  }

  async forget(location: RepositoryLocation): Promise<void> {
    await this.deps.checkpoints.deleteOne({ _id: checkpointId(location) });
    this.counts.delete(checkpointId(location));
    this.folders.forget(location.repo);
  }

  checkpointsOf(logIds: readonly string[]): Promise<Map<string, number>> {
    return readCheckpoints(this.deps.checkpoints, logIds);
  }

  async noteHead(repo: string, branch: string): Promise<void> {
    const key = this.deps.storages.keyOf(repo);
    // Without a checkpoint, no other process has a folder.
    if ((await noteHead(this.deps, repo, branch)) && key)
      await this.deps.appendMark({ ...key, repo }, { head: branch });
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
