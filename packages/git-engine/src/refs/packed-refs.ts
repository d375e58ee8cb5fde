/** The `packed-refs` file of a repository, read again only after it changed. */
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectId } from '../objects/object-id';
import { foldersOf } from './ref-folders';

export interface PackedRef {
  id: string;
  /** The peeled target of an annotated tag, if git recorded it. */
  peeled?: string;
}

export class PackedRefs {
  private stamp = '';
  private refs: ReadonlyMap<string, PackedRef> = new Map();
  private folders: { refs: ReadonlyMap<string, PackedRef>; names: ReadonlySet<string> } | undefined;
  private readonly file: string;

  constructor(repo: string) {
    this.file = join(repo, 'packed-refs');
  }

  /** All packed refs by full name; the same map object until the file changes. */
  read(): ReadonlyMap<string, PackedRef> {
    const stat = statSync(this.file, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (this.stamp !== '') this.refs = new Map();
      this.stamp = '';
    } else if (stampOf(stat) !== this.stamp) {
      this.load();
    }
    return this.refs;
  }

  /** Whether a folder below `refs/heads`, `refs/tags` or the like contains packed refs. */
  hasFolder(folder: string): boolean {
    const refs = this.read();
    if (this.folders?.refs !== refs) this.folders = { refs, names: new Set([...refs.keys()].flatMap(foldersOf)) };
    return this.folders.names.has(folder);
  }

  private load(): void {
    const descriptor = openSync(this.file, 'r');
    try {
      // git replaces the whole file, so the content behind this descriptor never changes.
      this.stamp = stampOf(fstatSync(descriptor));
      this.refs = parsePackedRefs(readFileSync(descriptor, 'utf8'));
    } finally {
      closeSync(descriptor);
    }
  }
}

function stampOf(stat: { mtimeMs: number; ctimeMs: number; size: number; ino: number }): string {
  return `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`;
}

/** Parses the content of a packed-refs file; lines that are not refs are skipped. */
export function parsePackedRefs(text: string): Map<string, PackedRef> {
  const refs = new Map<string, PackedRef>();
  let last: PackedRef | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('^')) {
      if (last !== undefined) last.peeled = line.slice(1, 41);
    } else if (line[40] === ' ' && isObjectId(line.slice(0, 40))) {
      last = { id: line.slice(0, 40) };
      refs.set(line.slice(41), last);
    }
  }
  return refs;
}
