// A lock file that names its holder; the lock of a process that is gone is taken over.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf, isAlive } from './processes.ts';

interface Holder {
  pid: number;
  birth: string;
}

let counter = 0;

/**
 * Takes the lock if it is free or its holder is dead.
 * @returns `holder` when a living process has it
 */
export function tryLock(path: string): { release: () => void } | { holder: Holder } {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}-${counter++}`;
  const text = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) });
  writeFileSync(own, text, { mode: 0o600 });
  try {
    for (;;) {
      // A link is made whole or not at all, so nobody ever reads half a lock.
      if (attempt(() => linkSync(own, path), 'EEXIST')) {
        return { release: () => readText(path) === text && rmSync(path, { force: true }) };
      }
      const seen = readText(path);
      if (seen === undefined) continue;
      const holder = parse(seen);
      if (holder && isHolderAlive(holder)) return { holder };
      takeAway(path, seen, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Waits for the lock.
 * @param options `onWait` is called once when somebody else has it
 * @returns gives it back
 */
export async function lock(path: string, { onWait }: { onWait?: (holder: Holder) => void } = {}): Promise<() => void> {
  for (let told = false; ; told = true) {
    const taken = tryLock(path);
    if ('release' in taken) return taken.release;
    if (!told) onWait?.(taken.holder);
    await sleep(250);
  }
}

function isHolderAlive(holder: Holder) {
  return isAlive(holder.pid) && birthOf(holder.pid) === holder.birth;
}

/**
 * Removes the lock of a dead process, one process at a time: two that checked the lock together
 * could remove the lock that a third one has taken since.
 */
function takeAway(path: string, seen: string, own: string) {
  const guard = `${path}.takeover`;
  if (attempt(() => linkSync(own, guard), 'EEXIST')) {
    if (readText(path) === seen) rmSync(path, { force: true });
    rmSync(guard, { force: true });
    return;
  }
  // One that died on the way is in nobody's way for long.
  const holder = parse(readText(guard) ?? '');
  if (holder && !isHolderAlive(holder)) rmSync(guard, { force: true });
}

/** @returns false when it failed with this code */
function attempt(work: () => void, code: string): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

/** @returns undefined when there is none */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns undefined when it is no lock of ours: such a file holds nobody */
function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value.pid === 'number' ? { pid: value.pid, birth: String(value.birth) } : undefined;
  } catch {
    return undefined;
  }
}
