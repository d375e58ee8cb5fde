/** Maps projects to storages and to the folders of their repositories on this process's disk. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '@forgemesh/errors';
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import { repositoryPath, type RepositoryKind } from '@forgemesh/git-engine';

/** All repositories of a project. */
export const repositoryKinds: readonly RepositoryKind[] = ['project', 'wiki'];
/** Folders whose repositories are remembered. */
const MAX_KEYS = 50_000;
const storageName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** Identifies a repository and its storage, which another process may serve. */
export interface RepositoryKey {
  project_id: number;
  storage: string;
  kind: RepositoryKind;
}

/** A repository that this process serves. */
export interface RepositoryLocation extends RepositoryKey {
  /** Absolute folder; created by the first write. */
  repo: string;
}

/**
 * A call for a storage that another process serves: the caller is misconfigured, or its address map
 * is outdated. Nothing was read or written.
 */
export class StorageNotServedError extends UnavailableError {
  constructor(storage: string) {
    super(`The storage ${storage} is not served by this process`);
  }
}

/** A call for a project that has moved to another storage. Nothing was read or written. */
export class RepositoryReleasedError extends UnavailableError {
  constructor(storage: string) {
    super(`The project has moved from the storage ${storage}`);
  }
}

/** Identifies a repository of a project on any storage. */
export function repositoryKey(projectId: number, storage: string, kind: RepositoryKind = 'project'): RepositoryKey {
  return { project_id: projectId, storage: storage || DEFAULT_STORAGE, kind };
}

/** The storages that this process serves, below one data folder. */
export class Storages {
  private readonly released = new Set<string>();
  private readonly taken = new Set<string>();
  private readonly keys = new LRUCache<string, RepositoryKey>({ max: MAX_KEYS });

  /** `served` are the names of the storages; empty to serve every storage with one process. */
  constructor(
    private readonly dataDir: string,
    private readonly served: readonly string[],
  ) {}

  /** Whether this process serves a storage. */
  serves(storage: string): boolean {
    const name = storage || DEFAULT_STORAGE;
    return (this.served.length === 0 || this.served.includes(name)) && !this.taken.has(name);
  }

  /** Marks a storage as claimed by another process; this one does not serve it any more. */
  markTaken(storage: string): void {
    this.taken.add(storage);
  }

  /** Query filter for documents of repositories that this process serves. */
  get filter(): { storage?: { $in: readonly string[] } } {
    return this.served.length === 0 ? {} : { storage: { $in: this.served } };
  }

  /**
   * Folder of a storage. Throws StorageNotServedError for a storage of another process, and an
   * Error for a name that could leave the data folder.
   */
  root(storage: string): string {
    const name = storage || DEFAULT_STORAGE;
    if (!storageName.test(name)) throw new Error(`${name} is not a valid storage name`);
    if (!this.serves(name)) throw new StorageNotServedError(name);
    return path.resolve(this.dataDir, 'repositories', name);
  }

  /** The storages that this process is for, else those that have a folder on this disk. */
  async listServed(): Promise<readonly string[]> {
    return this.served.length > 0 ? this.served : this.list();
  }

  /** The storages that have a folder on this disk. */
  async list(): Promise<string[]> {
    const folder = path.resolve(this.dataDir, 'repositories');
    await mkdir(folder, { recursive: true });
    return (await readdir(folder)).filter((name) => storageName.test(name) && this.serves(name));
  }

  /** Marks a project as moved to another storage. */
  markReleased(projectId: number, storage: string): void {
    this.released.add(releasedKey(projectId, storage));
  }

  /** Marks a project as back on this storage. */
  clearReleased(projectId: number, storage: string): void {
    this.released.delete(releasedKey(projectId, storage));
  }

  /** Whether a project has moved to another storage. */
  isReleased(projectId: number, storage: string): boolean {
    return this.released.has(releasedKey(projectId, storage));
  }

  /**
   * A repository of a project. Throws StorageNotServedError if another process serves it, and
   * RepositoryReleasedError if the project has moved to another storage, because the local copy is
   * outdated.
   */
  locate(projectId: number, storage: string, kind: RepositoryKind = 'project'): RepositoryLocation {
    if (this.isReleased(projectId, storage)) throw new RepositoryReleasedError(storage || DEFAULT_STORAGE);
    return this.locateUnchecked(projectId, storage, kind);
  }

  /**
   * Like `locate`, without the check for moved projects; for code that moves or removes
   * repositories.
   */
  locateUnchecked(projectId: number, storage: string, kind: RepositoryKind): RepositoryLocation {
    const repo = repositoryPath(this.root(storage), projectId, kind);
    const key = repositoryKey(projectId, storage, kind);
    this.keys.set(repo, key);
    return { ...key, repo };
  }

  /** The repository of a folder that was located before; undefined for any other folder. */
  keyOf(repo: string): RepositoryKey | undefined {
    return this.keys.get(repo);
  }
}

function releasedKey(projectId: number, storage: string): string {
  return `${projectId}:${storage || DEFAULT_STORAGE}`;
}
