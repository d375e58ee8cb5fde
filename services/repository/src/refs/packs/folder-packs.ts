/**
 * Packs stay in the folders from now on. Checkpoints of before are still used: they show that they
 * are not complete any more, and a folder that is absent is built from them.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UnavailableError } from '@forgemesh/errors';
import { repositoryExists } from '@forgemesh/git-engine';
import { LRUCache } from 'lru-cache';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import { MIN_DELETED_ID } from './copy-checkpoint';
import type { PacksDeps } from './deps';
import { followLog } from './follow-log';
import type { KeptPack } from './kept-pack';
import { checkpointId } from './repository-checkpoint.model';
import type { FolderDecision } from './logged-refs';
import { hasCheckpoint, MAX_OPEN, noteHead, readCheckpoints, type RepositoryPacks } from './repository-packs';

/** Keeps nothing outside of the folders. */
export class FolderPacks implements RepositoryPacks {
  readonly isEnabled = false;
  readonly opensFolders = true;
  /** Whether packs were ever kept outside of the folders; undefined until it is known. */
  private hasCheckpoints: boolean | undefined;
  private readonly opened = new LRUCache<string, { hasFolder: boolean }>({ max: MAX_OPEN });
  private readonly opening = new Map<string, Promise<void>>();

  constructor(private readonly deps: PacksDeps) {}

  isOpen(repo: string): boolean {
    if (this.hasCheckpoints === false) return true;
    const opened = this.opened.get(repo);
    return opened !== undefined && (!opened.hasFolder || existsSync(path.join(repo, 'HEAD')));
  }

  async open(location: RepositoryLocation): Promise<void> {
    this.hasCheckpoints ??= (await this.deps.checkpoints.exists({})) !== null;
    const { repo } = location;
    if (this.isOpen(repo)) return;
    const running = this.opening.get(repo) ?? this.build(location);
    this.opening.set(repo, running);
    await running;
  }

  /** A folder that exists is never changed: it may have more than the log has packs for. */
  private async build(location: RepositoryLocation): Promise<void> {
    const { repo } = location;
    try {
      if (!(await repositoryExists(repo))) await followLog(this.deps, location);
      this.opened.set(repo, { hasFolder: await repositoryExists(repo) });
    } finally {
      this.opening.delete(repo);
    }
  }

  isLost(): boolean {
    return false;
  }

  confirm(_location: RepositoryLocation, { seq }: FolderDecision): Promise<number> {
    return Promise.resolve(seq);
  }

  keep(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  keepQuarantine(): Promise<KeptPack[]> {
    return Promise.resolve([]);
  }

  async catchUp(location: RepositoryLocation): Promise<number> {
    await this.open(location);
    return this.deps.newestSeq(location);
  }

  /** The log itself moves the refs. */
  async apply(): Promise<void> {}

  /** One process serves a storage. */
  async announce(): Promise<void> {}

  async announceRemoval(): Promise<void> {}

  async announceReplacement(): Promise<void> {}

  note(): void {}

  async discard(): Promise<void> {}

  has(location: RepositoryLocation): Promise<boolean> {
    return hasCheckpoint(this.deps.checkpoints, location);
  }

  /** Only the repositories of deleted projects are without a folder. */
  async copy(from: RepositoryLocation): Promise<boolean> {
    if (from.project_id >= MIN_DELETED_ID && (await this.has(from)))
      throw new UnavailableError('The repository is in the object store, which is not used for repositories now');
    return false;
  }

  writeCheckpoint(): Promise<void> {
    return Promise.resolve();
  }

  /** A checkpoint of before would say less than the new folder has. */
  adopt(location: RepositoryLocation): Promise<void> {
    return this.forget(location);
  }

  beginFork(_source: RepositoryKey): Promise<(fork: RepositoryLocation) => Promise<void>> {
    return Promise.resolve((fork) => this.forget(fork));
  }

  async forget(location: RepositoryLocation): Promise<void> {
    await this.deps.checkpoints.deleteOne({ _id: checkpointId(location) });
    this.opened.delete(location.repo);
  }

  checkpointsOf(logIds: readonly string[]): Promise<Map<string, number>> {
    return readCheckpoints(this.deps.checkpoints, logIds);
  }

  async noteHead(repo: string, branch: string): Promise<void> {
    await noteHead(this.deps, repo, branch);
  }
}
