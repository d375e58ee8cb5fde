/**
 * Locks the repositories of projects during storage moves. Locks are persisted, so that they
 * survive restarts, and checked in memory: the other processes that serve a repository reload them
 * when its log says that they have changed.
 */
import { DAY_MS } from '@forgemesh/service/durations';
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import type { Model } from 'mongoose';
import { KeyedQueue, type RepositoryActivity, repositoryKinds, type Storages } from '#storage';
import type { ReadOnlyLockDocument } from './read-only-lock.model';

/**
 * After this time, no request uses a project's old storage any more, not even from a job that
 * started before the move.
 */
const FORGET_MS = DAY_MS;

/** The locks on the storages that this process serves. */
export class ReadOnlyLocks {
  /** What is applied last is what was read or written last. */
  private readonly turns = new KeyedQueue();

  constructor(
    private readonly model: Model<ReadOnlyLockDocument>,
    private readonly storages: Storages,
    private readonly activity: RepositoryActivity,
    /** Lets the other processes that serve the repositories of a project reload its lock. */
    private readonly announce: (projectId: number, storage: string) => Promise<void>,
  ) {}

  /** Loads the locks. Must complete before the first request is served. */
  async load(): Promise<void> {
    const { filter } = this.storages;
    const old = { state: { $ne: 'closed' as const }, changed_at: { $lt: new Date(Date.now() - FORGET_MS) } };
    await this.model.deleteMany({ ...filter, ...old });
    for (const lock of await this.model.find(filter).lean<ReadOnlyLockDocument[]>()) this.apply(lock);
  }

  /** Applies the locks of a project, which another process may have changed. */
  async reload(projectId: number): Promise<void> {
    await this.turns.run(String(projectId), async () => {
      const locks = this.model.find({ ...this.storages.filter, project_id: projectId });
      for (const lock of await locks.lean<ReadOnlyLockDocument[]>()) this.apply(lock);
    });
  }

  /**
   * The repositories that projects have left lately, by whichever process; they are released in
   * this one afterwards.
   */
  async loadReleased(): Promise<{ project_id: number; storage: string }[]> {
    const since = new Date(Date.now() - FORGET_MS);
    const left = { ...this.storages.filter, state: 'left' as const, changed_at: { $gte: since } };
    const found = await this.model.find(left, { project_id: 1, storage: 1 }).lean<ReadOnlyLockDocument[]>();
    for (const id of new Set(found.map(({ project_id }) => project_id))) await this.reload(id);
    return found.filter(({ project_id: id, storage }) => this.storages.isReleased(id, storage));
  }

  /**
   * Refuses writes to the repositories of a project. Throws ConflictError if a later move holds
   * them.
   */
  lock(projectId: number, storage: string, move: number): Promise<void> {
    return this.store(projectId, storage, { move, state: 'closed' });
  }

  /**
   * Refuses reads as well, because the project has moved. Throws ConflictError if a later move
   * holds them.
   */
  release(projectId: number, storage: string, move: number): Promise<void> {
    return this.store(projectId, storage, { move, state: 'left' });
  }

  /** Whether a move has locked the repositories and no later one has. */
  async isLockedBy(projectId: number, storage: string, move: number): Promise<boolean> {
    return (await this.model.exists({ _id: idOf(projectId, storage), move, state: 'closed' })) !== null;
  }

  /** Unlocks the repositories locked by a move; does nothing if a later move holds them. */
  async unlock(projectId: number, storage: string, move: number): Promise<void> {
    const filter = { _id: idOf(projectId, storage), move, state: 'closed' as const };
    const update = { $set: { state: 'open' as const, changed_at: new Date() } };
    const isUnlocked = await this.turns.run(String(projectId), async () => {
      const lock = await this.model
        .findOneAndUpdate(filter, update, { returnDocument: 'after' })
        .lean<ReadOnlyLockDocument>();
      if (lock) this.apply(lock);
      return lock !== null;
    });
    if (isUnlocked) await this.announce(projectId, storage);
  }

  /** Removes the lock of a deleted project. */
  async remove(projectId: number, storage: string): Promise<void> {
    await this.model.deleteOne({ _id: idOf(projectId, storage) });
  }

  private async store(
    project_id: number,
    storage: string,
    { move, state }: Pick<ReadOnlyLockDocument, 'move' | 'state'>,
  ): Promise<void> {
    const lock = { project_id, storage: storage || DEFAULT_STORAGE, move, state, changed_at: new Date() };
    await this.turns.run(String(project_id), async () => {
      try {
        const _id = idOf(project_id, storage);
        await this.model.updateOne({ _id, move: { $lte: move } }, { $set: lock }, { upsert: true });
      } catch (error) {
        if (isDuplicateKey(error)) throw new ConflictError('Another move of the project has started');
        throw error;
      }
      this.apply(lock);
    });
    await this.announce(project_id, storage);
  }

  private apply({ project_id: id, storage, state }: Omit<ReadOnlyLockDocument, '_id'>): void {
    if (state === 'left') this.storages.markReleased(id, storage);
    else this.storages.clearReleased(id, storage);
    for (const kind of repositoryKinds) {
      const { repo } = this.storages.locateUnchecked(id, storage, kind);
      if (state === 'open') this.activity.unlock(repo);
      else this.activity.lock(repo);
    }
  }
}

function idOf(projectId: number, storage: string): string {
  return `${projectId}:${storage || DEFAULT_STORAGE}`;
}
