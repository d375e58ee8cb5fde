// A lock file that names its holder; the lock of a dead process is taken over.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTimeOf, isAlive } from './processes.ts';

interface Holder {
  pid: number;
  birth: string;
}

let counter = 0;

/**
 * Takes the lock if it is free or its holder is dead.
 * @returns `holder` if a running process holds it
 */
export function tryLock(path: string): { release: () => void } | { holder: Holder } {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}-${counter++}`;
  const text = JSON.stringify({ pid: process.pid, birth: startTimeOf(process.pid) });
  writeFileSync(own, text, { mode: 0o600 });
  try {
    for (;;) {
      // Creating a link is atomic, so no process reads a partial lock.
      if (attempt(() => linkSync(own, path), 'EEXIST')) {
        return { release: () => readText(path) === text && rmSync(path, { force: true }) };
      }
      const seen = readText(path);
      if (seen === undefined) continue;
      const holder = parse(seen);
      if (holder && isHolderAlive(holder)) return { holder };
      removeStaleLock(path, seen, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Waits for the lock.
 * @param options `onWait` is called once if another process holds it
 * @returns a function that releases it
 */
export async function lock(path: string, { onWait }: { onWait?: (holder: Holder) => void } = {}): Promise<() => void> {
  for (let isReported = false; ; isReported = true) {
    const taken = tryLock(path);
    if ('release' in taken) return taken.release;
    if (!isReported) onWait?.(taken.holder);
    await sleep(250);
  }
}

function isHolderAlive(holder: Holder) {
  return isAlive(holder.pid) && startTimeOf(holder.pid) === holder.birth;
}

/**
 * Removes the lock of a dead process. A guard lets one process at a time do this: two processes
 * that found the same dead holder could otherwise remove a lock that a third one has taken since.
 */
function removeStaleLock(path: string, seen: string, own: string) {
  const guard = `${path}.takeover`;
  if (attempt(() => linkSync(own, guard), 'EEXIST')) {
    if (readText(path) === seen) rmSync(path, { force: true });
    rmSync(guard, { force: true });
    return;
  }
  // A guard left by a dead process is removed.
  const holder = parse(readText(guard) ?? '');
  if (holder && !isHolderAlive(holder)) rmSync(guard, { force: true });
}

/** @returns false if it failed with this code */
function attempt(work: () => void, code: string): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

/** @returns undefined if the file does not exist */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns undefined if the file is not a lock; it then has no holder */
function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value.pid === 'number' ? { pid: value.pid, birth: String(value.birth) } : undefined;
  } catch {
    return undefined;
  }
}
