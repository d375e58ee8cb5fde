/**
 * Closes and opens the repositories of projects. What is closed is remembered in the database, so
 * that it stays so when this process starts again, and looked up in memory: each storage is served
 * by one process alone.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import type { Model } from 'mongoose';
import { repositoryKinds, type Storages } from '../repository-location';
import type { RepositoryUse } from '../repository-use';
import type { ClosedPlaceDocument } from './closed-place.model';

/**
 * Nobody asks for the old storage of a project any more: not even a job that began before the move.
 */
const FORGET_MS = 24 * 60 * 60_000;

/** The closed repositories of the storages that this process serves. */
export class ClosedPlaces {
  constructor(
    private readonly model: Model<ClosedPlaceDocument>,
    private readonly storages: Storages,
    private readonly use: RepositoryUse,
  ) {}

  /** Learns what is closed. Before anybody is answered. */
  async load(): Promise<void> {
    const { filter } = this.storages;
    const old = { state: { $ne: 'closed' as const }, changed_at: { $lt: new Date(Date.now() - FORGET_MS) } };
    await this.model.deleteMany({ ...filter, ...old });
    for (const place of await this.model.find(filter).lean<ClosedPlaceDocument[]>()) this.apply(place);
  }

  /**
   * Refuses writes to the repositories of a project. Throws ConflictError where a later move has
   * them.
   */
  close(projectId: number, storage: string, move: number): Promise<void> {
    return this.store(projectId, storage, { move, state: 'closed' });
  }

  /**
   * Refuses reads as well, as the project is elsewhere. Throws ConflictError where a later move has
   * them.
   */
  leave(projectId: number, storage: string, move: number): Promise<void> {
    return this.store(projectId, storage, { move, state: 'left' });
  }

  /** Whether a move has closed them, and no later one since. */
  async isHeldBy(projectId: number, storage: string, move: number): Promise<boolean> {
    return (await this.model.exists({ _id: idOf(projectId, storage), move, state: 'closed' })) !== null;
  }

  /** Opens what a move has closed; does nothing where a later one has it. */
  async open(projectId: number, storage: string, move: number): Promise<void> {
    const held = { _id: idOf(projectId, storage), move, state: 'closed' as const };
    const open = { $set: { state: 'open' as const, changed_at: new Date() } };
    const place = await this.model
      .findOneAndUpdate(held, open, { returnDocument: 'after' })
      .lean<ClosedPlaceDocument>();
    if (place) this.apply(place);
  }

  /** Forgets a project that is gone. */
  async forget(projectId: number, storage: string): Promise<void> {
    await this.model.deleteOne({ _id: idOf(projectId, storage) });
  }

  private async store(
    project_id: number,
    storage: string,
    { move, state }: Pick<ClosedPlaceDocument, 'move' | 'state'>,
  ): Promise<void> {
    const place = { project_id, storage: storage || DEFAULT_STORAGE, move, state, changed_at: new Date() };
    try {
      const _id = idOf(project_id, storage);
      await this.model.updateOne({ _id, move: { $lte: move } }, { $set: place }, { upsert: true });
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictError('Another move of the project has begun');
      throw error;
    }
    this.apply(place);
  }

  private apply({ project_id: id, storage, state }: Omit<ClosedPlaceDocument, '_id'>): void {
    if (state === 'left') this.storages.leave(id, storage);
    else this.storages.takeBack(id, storage);
    for (const kind of repositoryKinds) {
      const { repo } = this.storages.place(id, storage, kind);
      if (state === 'open') this.use.open(repo);
      else this.use.close(repo);
    }
  }
}

function idOf(projectId: number, storage: string): string {
  return `${projectId}:${storage || DEFAULT_STORAGE}`;
}
