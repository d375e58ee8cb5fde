/**
 * The loose refs of a repository, one file each. git replaces ref files by renaming, so a folder
 * whose times did not change since it was read holds what it held. Times move in ticks of the
 * kernel: a folder that changed just before it was read is read again next time.
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
  /**
   * Counts the changes seen, so that what is derived from the refs can be kept until the next one.
   */
  version = 0;

  constructor(private readonly repo: string) {}

  /**
   * What the ref's file says: an object id, `ref: <name>`, or undefined if there is no such file.
   * Always fresh.
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
    const known = this.folders.get(folder);
    if (stat === undefined || !stat.isDirectory()) {
      if (known !== undefined) this.version += 1;
      this.folders.delete(folder);
      return undefined;
    }
    const stamp = stampOf(stat);
    if (known?.settled === true && known.stamp === stamp) return known;
    const fresh = this.scan(path, known);
    const read = { ...fresh, stamp, settled: stat.mtimeMs < now - tickMs };
    if (known === undefined || fresh.changed) this.version += 1;
    this.folders.set(folder, read);
    return read;
  }

  private scan(path: string, known: Folder | undefined): Pick<Folder, 'files' | 'folders'> & { changed: boolean } {
    const files = new Map<string, File>();
    const folders: string[] = [];
    let changed = false;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(entry.name);
      else if (entry.isFile() && !entry.name.endsWith('.lock')) {
        const before = known?.files.get(entry.name);
        const file = readFile(join(path, entry.name), before);
        if (file !== undefined) files.set(entry.name, file);
        changed ||= file?.content !== before?.content;
      }
    }
    changed ||= known?.files.size !== files.size || known.folders.length !== folders.length;
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
    // Deleted since it was listed.
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

/** The name that a symbolic ref's content points at, or undefined. */
export function symbolicTarget(content: string): string | undefined {
  return symbolic.exec(content)?.[1];
}
