/**
 * Reloads files that change while a process runs, such as rotated keys.
 *
 * Modification times are compared at use. File system notifications are unreliable here: Kubernetes
 * replaces a symbolic link above the files of a Secret.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Default interval between two checks for changes, in milliseconds. */
export const FRESH_MS = 5_000;

/**
 * Calls `read` now, and again when the returned function is called after a change of the files or
 * folders; changes are checked for at most every `freshMs` milliseconds. If reloading fails (a key
 * without its new certificate), the last value stays and a later call retries. The first `read` may
 * throw.
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
      // A later call retries.
    }
    return value;
  };
}

/** Changes whenever a file changes: paths, modification times and sizes. */
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
