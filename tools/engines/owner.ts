// Who runs an engine on a data folder: kept beside the data, so that two never run on the same
// files and what an earlier run left behind is ended first.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { birthOf, endPid, isAlive } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const fileName = 'engine.pid';

/**
 * Makes sure that no engine runs on the folder: one whose starter is gone is ended.
 * @throws when a living process uses the folder
 */
export async function claimFolder(folder: string, log: Log) {
  const record = read(folder);
  if (!record || !isSame(record.engine)) return;
  if (isSame(record.starter)) {
    throw new PlainError(
      `The data in ${folder} is in use by process ${record.starter.pid}: stop it first, or choose another data folder.`,
    );
  }
  await log.step(`Ending process ${record.engine.pid}, which an earlier run left on ${folder}`, () =>
    endPid(record.engine.pid),
  );
}

/**
 * Writes down who runs the engine.
 * @param pid the engine's
 */
export function recordOwner(folder: string, pid: number) {
  const record = { engine: { pid, birth: birthOf(pid) }, starter: { pid: process.pid, birth: birthOf(process.pid) } };
  writeFileSync(join(folder, fileName), JSON.stringify(record), { mode: 0o600 });
}

export function forgetOwner(folder: string) {
  rmSync(join(folder, fileName), { force: true });
}

function isSame({ pid, birth }: { pid: number; birth: string }) {
  return isAlive(pid) && birthOf(pid) === birth;
}

function read(folder: string) {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8'));
  } catch {
    // None, or one that a crash cut off before its engine was in use.
    return undefined;
  }
}
