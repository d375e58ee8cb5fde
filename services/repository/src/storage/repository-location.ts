/**
 * Where the repositories of projects lie: on which storage, and on which folder of this process's
 * disk.
 */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UnavailableError } from '@forgemesh/errors';
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import { repositoryPath, type RepositoryKind } from '@forgemesh/git-engine';

/** All repositories of a project. */
export const repositoryKinds: readonly RepositoryKind[] = ['project', 'wiki'];
const storageName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** A repository: whose it is and on which storage. It may be one that another process serves. */
export interface RepositoryPlace {
  project_id: number;
  storage: string;
  kind: RepositoryKind;
}

/** A repository that this process serves. */
export interface RepositoryLocation extends RepositoryPlace {
  /** Absolute folder; it comes into being with the first write. */
  repo: string;
}

/**
 * A call about a storage that another process serves: its caller is configured wrongly, or asks by
 * a map of addresses that is about to change. Nothing was read or written.
 */
export class ForeignStorageError extends UnavailableError {
  constructor(storage: string) {
    super(`The storage ${storage} is not served here`);
  }
}

/** A call about a project that is on another storage by now. Nothing was read or written. */
export class LeftStorageError extends UnavailableError {
  constructor(storage: string) {
    super(`The project has left the storage ${storage}`);
  }
}

/** A repository of a project, wherever it is served. */
export function placeOf(projectId: number, storage: string, kind: RepositoryKind = 'project'): RepositoryPlace {
  return { project_id: projectId, storage: storage || DEFAULT_STORAGE, kind };
}

/** The storages that this process serves, below one data folder. */
export class Storages {
  private readonly left = new Set<string>();

  /**
   * `served` are their names; none for whatever storage is asked for, where there is one process.
   */
  constructor(
    private readonly dataDir: string,
    private readonly served: readonly string[],
  ) {}

  /** Whether this process serves a storage. */
  serves(storage: string): boolean {
    return this.served.length === 0 || this.served.includes(storage || DEFAULT_STORAGE);
  }

  /** Selects the documents of repositories that this process serves. */
  get filter(): { storage?: { $in: readonly string[] } } {
    return this.served.length === 0 ? {} : { storage: { $in: this.served } };
  }

  /**
   * Folder of a storage. Throws ForeignStorageError for one of another process, and for a name that
   * could leave the data folder.
   */
  root(storage: string): string {
    const name = storage || DEFAULT_STORAGE;
    if (!storageName.test(name)) throw new Error(`${name} is no name of a storage`);
    if (!this.serves(name)) throw new ForeignStorageError(name);
    return path.resolve(this.dataDir, 'repositories', name);
  }

  /** The storages that have a folder here. */
  async list(): Promise<string[]> {
    const folder = path.resolve(this.dataDir, 'repositories');
    await mkdir(folder, { recursive: true });
    return (await readdir(folder)).filter((name) => storageName.test(name) && this.serves(name));
  }

  /** Remembers that a project has left a storage. */
  leave(projectId: number, storage: string): void {
    this.left.add(leftKey(projectId, storage));
  }

  /** Remembers that a project comes back to a storage. */
  takeBack(projectId: number, storage: string): void {
    this.left.delete(leftKey(projectId, storage));
  }

  /** Whether a project has left a storage. */
  hasLeft(projectId: number, storage: string): boolean {
    return this.left.has(leftKey(projectId, storage));
  }

  /**
   * A repository of a project. Throws ForeignStorageError where another process serves it, and
   * LeftStorageError where the project is on another storage by now: what is here is of no use to
   * anybody.
   */
  locate(projectId: number, storage: string, kind: RepositoryKind = 'project'): RepositoryLocation {
    if (this.hasLeft(projectId, storage)) throw new LeftStorageError(storage || DEFAULT_STORAGE);
    return this.place(projectId, storage, kind);
  }

  /** As `locate`, for those who move and remove what a project has left. */
  place(projectId: number, storage: string, kind: RepositoryKind): RepositoryLocation {
    const repo = repositoryPath(this.root(storage), projectId, kind);
    return { ...placeOf(projectId, storage, kind), repo };
  }
}

function leftKey(projectId: number, storage: string): string {
  return `${projectId}:${storage || DEFAULT_STORAGE}`;
}
