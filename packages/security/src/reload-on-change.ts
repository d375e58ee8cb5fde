/**
 * Reloads files that change while a process runs, such as rotated keys.
 *
 * Modification times are compared at use. File system notifications are unreliable here: Kubernetes
 * replaces a symbolic link above the files of a Secret.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Default interval between two checks for changes, in milliseconds. */
export const CHECK_INTERVAL_MS = 5_000;

/**
 * Calls `read` now, and again after the files or folders have changed, when the returned function
 * is called; changes are checked at most every `checkIntervalMs` milliseconds. If reloading fails
 * (a key without its new certificate), the last value is kept and a later call retries. The first
 * `read` may throw.
 */
export function reloadOnChange<T>(
  paths: readonly string[],
  read: () => T,
  checkIntervalMs = CHECK_INTERVAL_MS,
): () => T {
  let stamp = stampOf(paths);
  let value = read();
  let checkedAt = Date.now();
  return () => {
    if (Math.abs(Date.now() - checkedAt) < checkIntervalMs) return value;
    checkedAt = Date.now();
    try {
      const now = stampOf(paths);
      if (now !== stamp) [value, stamp] = [read(), now];
    } catch {
      // A later call retries.
    }
    return value;
  };
}

/** Returns a string that changes whenever a file changes: paths, modification times and sizes. */
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
