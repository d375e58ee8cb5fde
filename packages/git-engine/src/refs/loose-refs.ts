/**
 * The loose refs of a repository, one file each. git replaces ref files by renaming, so a folder
 * with unchanged times has unchanged content. File times have the granularity of the kernel's tick,
 * so a folder that changed just before it was read is read again next time.
 */
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

const tickMs = 50;
const symbolic = /^ref: *(\S+)/;
const direct = /^([0-9a-f]{40})\s*$/;

interface Folder {
  stamp: string;
  settled: boolean;
  files: Map<string, File>;
  folders: string[];
}

interface File {
  stamp: string;
  settled: boolean;
  content: string;
}

export class LooseRefs {
  private readonly folders = new Map<string, Folder>();
  /** Incremented with each detected change, so that data derived from the refs can be cached. */
  version = 0;

  constructor(private readonly repo: string) {}

  /**
   * Content of the ref's file: an object id, `ref: <name>`, or undefined if there is no such file.
   * Not cached.
   */
  find(name: string): string | undefined {
    try {
      return readFileSync(join(this.repo, name), 'utf8').trim();
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) {
        return undefined;
      }
      throw error;
    }
  }

  /** Contents of all ref files under a folder such as `refs/heads`, by full name. */
  list(folder: string, found = new Map<string, string>()): Map<string, string> {
    const state = this.readFolder(folder);
    if (state === undefined) return found;
    for (const [name, file] of state.files) found.set(`${folder}/${name}`, file.content);
    for (const name of state.folders) this.list(`${folder}/${name}`, found);
    return found;
  }

  private readFolder(folder: string): Folder | undefined {
    const path = join(this.repo, folder);
    const now = Date.now();
    const stat = statSync(path, { throwIfNoEntry: false });
    const cached = this.folders.get(folder);
    if (stat === undefined || !stat.isDirectory()) {
      if (cached !== undefined) this.version += 1;
      this.folders.delete(folder);
      return undefined;
    }
    const stamp = stampOf(stat);
    if (cached?.settled === true && cached.stamp === stamp) return cached;
    const fresh = this.scan(path, cached);
    const read = { ...fresh, stamp, settled: stat.mtimeMs < now - tickMs };
    if (cached === undefined || fresh.changed) this.version += 1;
    this.folders.set(folder, read);
    return read;
  }

  private scan(path: string, cached: Folder | undefined): Pick<Folder, 'files' | 'folders'> & { changed: boolean } {
    const files = new Map<string, File>();
    const folders: string[] = [];
    let changed = false;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(entry.name);
      else if (entry.isFile() && !entry.name.endsWith('.lock')) {
        const before = cached?.files.get(entry.name);
        const file = readFile(join(path, entry.name), before);
        if (file !== undefined) files.set(entry.name, file);
        changed ||= file?.content !== before?.content;
      }
    }
    changed ||= cached?.files.size !== files.size || cached.folders.length !== folders.length;
    return { files, folders, changed };
  }
}

function readFile(path: string, before: File | undefined): File | undefined {
  const now = Date.now();
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const stamp = stampOf(stat);
  if (before?.settled === true && before.stamp === stamp) return before;
  try {
    return { stamp, settled: stat.ctimeMs < now - tickMs, content: readFileSync(path, 'utf8').trim() };
  } catch (error) {
    // Deleted after it was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function stampOf(stat: Stats): string {
  return `${stat.mtimeMs}:${stat.ctimeMs}:${stat.ino}`;
}

/** The object id in a ref file's content, or undefined. */
export function directTarget(content: string): string | undefined {
  return direct.exec(content)?.[1];
}

/** The target name in a symbolic ref's content, or undefined. */
export function symbolicTarget(content: string): string | undefined {
  return symbolic.exec(content)?.[1];
}
