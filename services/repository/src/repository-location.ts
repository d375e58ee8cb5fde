/** Where the repositories of projects lie on disk. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { repositoryPath, type RepositoryKind } from './git/storage/repository-path';

/** The storage of projects that name none. */
const DEFAULT_STORAGE = 'default';
const storageName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

/** A repository: whose it is and where it lies. */
export interface RepositoryLocation {
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Absolute folder; it comes into being with the first write. */
  repo: string;
}

/** Finds repositories below one data folder. */
export class Storages {
  constructor(private readonly dataDir: string) {}

  /** Folder of a storage. Throws for a name that could leave the data folder. */
  root(storage: string): string {
    const name = storage || DEFAULT_STORAGE;
    if (!storageName.test(name)) throw new Error(`${name} is no name of a storage`);
    return path.resolve(this.dataDir, 'repositories', name);
  }

  /** The storages that have a folder here. */
  async list(): Promise<string[]> {
    const folder = path.resolve(this.dataDir, 'repositories');
    await mkdir(folder, { recursive: true });
    return (await readdir(folder)).filter((name) => storageName.test(name));
  }

  /** A repository of a project. */
  locate(projectId: number, storage: string, kind: RepositoryKind = 'project'): RepositoryLocation {
    const repo = repositoryPath(this.root(storage), projectId, kind);
    return { project_id: projectId, storage: storage || DEFAULT_STORAGE, kind, repo };
  }
}
