/**
 * Files that may change while a process runs, such as keys that are rotated: they are read again after a change.
 *
 * Times of modification are compared at use, not by notifications of the file system: those of mounted Secrets arrive at a link two
 * folders away, or never.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Usual time for which a change may stay unseen, in milliseconds. */
export const FRESH_MS = 5_000;

/**
 * Reads files or folders now, and again at the first use after a change, at most every `freshMs` milliseconds. Where the changed files cannot be
 * read (a key that does not belong to its certificate yet), the last value stays and the next use tries again.
 * Throws what `read` throws at the first time.
 */
export function readFresh<T>(paths: readonly string[], read: () => T, freshMs = FRESH_MS): () => T {
  let stamp = stampOf(paths);
  let value = read();
  let lookedAt = Date.now();
  return () => {
    if (Math.abs(Date.now() - lookedAt) < freshMs) return value;
    lookedAt = Date.now();
    try {
      const now = stampOf(paths);
      if (now !== stamp) [value, stamp] = [read(), now];
    } catch {
      // The next use tries again.
    }
    return value;
  };
}

/** What changes with the files: their names, times and sizes. */
function stampOf(paths: readonly string[]): string {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : path,
  );
  return files
    .map((path) => {
      const { mtimeMs, size, ino } = statSync(path);
      return `${path} ${mtimeMs} ${size} ${ino}`;
    })
    .join('\n');
}
