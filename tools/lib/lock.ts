// A lock file that names its holder; the lock of a process that is gone is taken over.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf, isAlive } from './processes.ts';

/** @typedef {{ pid: number, birth: string }} Holder */

let counter = 0;

/**
 * Takes the lock if it is free or its holder is dead.
 * @param {string} path
 * @returns {{ release: () => void } | { holder: Holder }} `holder` when a living process has it
 */
export function tryLock(path) {
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
 * @param {string} path
 * @param {{ onWait?: (holder: Holder) => void }} [options] `onWait` is called once when somebody else has it
 * @returns {Promise<() => void>} gives it back
 */
export async function lock(path, { onWait } = {}) {
  for (let told = false; ; told = true) {
    const taken = tryLock(path);
    if ('release' in taken) return taken.release;
    if (!told) onWait?.(taken.holder);
    await sleep(250);
  }
}

/** @param {Holder} holder */
function isHolderAlive(holder) {
  return isAlive(holder.pid) && birthOf(holder.pid) === holder.birth;
}

/**
 * Removes a dead holder's lock, one process at a time: whoever looks and removes while another one does might remove the lock of a third.
 * @param {string} path @param {string} seen @param {string} own
 */
function takeAway(path, seen, own) {
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

/** @param {() => void} work @param {string} code @returns {boolean} false when it failed with this code */
function attempt(work, code) {
  try {
    work();
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === code) return false;
    throw error;
  }
}

/** @param {string} path @returns {string | undefined} undefined when there is none */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} text @returns {Holder | undefined} undefined when it is no lock of ours: such a file holds nobody */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return typeof value.pid === 'number' ? { pid: value.pid, birth: String(value.birth) } : undefined;
  } catch {
    return undefined;
  }
}
