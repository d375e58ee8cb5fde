/** Reads the latest entries of a ref's log. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import { isRefName } from './ref-store';

export interface ReflogEntry {
  /** Ids before and after; zeros mean that the ref did not exist. */
  old: string;
  new: string;
  /** Seconds since 1970. */
  time: number;
}

/** About 400 entries. */
const tailBytes = 64 * 1024;
const line = /^([0-9a-f]{40}) ([0-9a-f]{40}) .*> (\d+) [+-]\d{4}(?:\t|$)/;

/**
 * The newest entries of a ref's log, oldest first; empty when the ref has no log, for example after
 * its deletion. Errors: `invalid_ref`.
 */
export async function readReflog(
  _context: GitContext,
  input: { repo: string; ref: string },
): Promise<{ entries: ReflogEntry[] }> {
  if (!isRefName(input.ref)) throw new GitError('invalid_ref', 'not a ref name');
  const text = await readTail(join(input.repo, 'logs', input.ref));
  const entries = text.split('\n').flatMap((row) => {
    const [, before, after, time] = line.exec(row) ?? [];
    return before === undefined || after === undefined ? [] : [{ old: before, new: after, time: Number(time) }];
  });
  return { entries };
}

async function readTail(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const start = Math.max(0, size - tailBytes);
      const buffer = Buffer.alloc(size - start);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return '';
    throw error;
  }
}
