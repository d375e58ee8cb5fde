/**
 * The size of a repository on disk. Most files are objects, which never change: the sizes of their
 * folders are kept until files are added or removed there.
 */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { CLONE_BUNDLE_FOLDER } from '../storage/repository-path';
import { EventLoopYield } from '../worker/event-loop-yield';

/** Folders in which git only adds complete files by renaming, replaces and removes them. */
const steadyFolder = /^(?:objects\/(?:[0-9a-f]{2}|pack)|refs(?:\/.*)?)$/;
/** Names of files that git is still writing. */
const unfinished = /^tmp_|\.lock$/;
/** Granularity of file times: a folder may change again without a new time. */
const TICK_MS = 50;

interface Folder {
  /** Times of the folder; undefined if its files may change without changing them. */
  stamp: string | undefined;
  /** Bytes of its own files. */
  bytes: number;
  folders: string[];
}

/** Measures the size of one repository, again and again. */
export class RepositorySize {
  private folders = new Map<string, Folder>();

  constructor(private readonly repo: string) {}

  /**
   * Bytes of all files, except copies that speed up clones: users do not cause them, and limits of
   * the size must not count them. Files deleted during the measurement may or may not be counted.
   * Rejects with `cancelled` once the signal is aborted.
   */
  async measure(signal?: AbortSignal): Promise<number> {
    const measured = new Map<string, Folder>();
    const pause = new EventLoopYield(signal);
    const pending = [''];
    let sum = 0;
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      await pause.step();
      const folder = await this.readFolder(name, pause);
      if (folder === undefined) continue;
      sum += folder.bytes;
      pending.push(...folder.folders);
      if (folder.stamp !== undefined) measured.set(name, folder);
    }
    this.folders = measured;
    return sum;
  }

  private async readFolder(name: string, pause: EventLoopYield): Promise<Folder | undefined> {
    const now = Date.now();
    const stat = valueIfMissing(() => lstatSync(path.join(this.repo, name)));
    if (stat === undefined) return undefined;
    const stamp = steadyFolder.test(name) && stat.mtimeMs < now - TICK_MS ? stampOf(stat) : undefined;
    const known = this.folders.get(name);
    if (stamp !== undefined && known?.stamp === stamp) return known;
    return this.scan(name, stamp, pause);
  }

  private async scan(name: string, stamp: string | undefined, pause: EventLoopYield): Promise<Folder> {
    const folder: Folder = { stamp, bytes: 0, folders: [] };
    const at = path.join(this.repo, name);
    for (const entry of valueIfMissing(() => readdirSync(at, { withFileTypes: true })) ?? []) {
      if (entry.isDirectory()) {
        if (name === '' && entry.name === CLONE_BUNDLE_FOLDER) continue;
        folder.folders.push(name === '' ? entry.name : `${name}/${entry.name}`);
        continue;
      }
      await pause.step();
      folder.bytes += valueIfMissing(() => lstatSync(`${at}${path.sep}${entry.name}`))?.size ?? 0;
      if (unfinished.test(entry.name)) folder.stamp = undefined;
    }
    return folder;
  }
}

function stampOf({ mtimeMs, ctimeMs, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${ino}`;
}

function valueIfMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
