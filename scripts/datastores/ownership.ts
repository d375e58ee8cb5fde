// Records which process runs a datastore on a data folder, in a file beside the data, so that two
// instances never use the same files and an orphaned one is stopped first.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { startTimeOf, stopProcess, isAlive } from '../lib/processes.ts';
import type { Log } from '../lib/log.ts';

const fileName = 'engine.pid';

/**
 * Ensures that no datastore runs on the folder; one whose parent process has ended is stopped.
 * @throws if a running process uses the folder
 */
export async function ensureUnused(folder: string, log: Log) {
  const record = read(folder);
  if (!record || !isSame(record.engine)) return;
  if (isSame(record.starter)) {
    throw new PlainError(
      `The data in ${folder} is in use by process ${record.starter.pid}: stop it first, or choose another data folder.`,
    );
  }
  await log.step(`Ending process ${record.engine.pid}, left by an earlier run on ${folder}`, () =>
    stopProcess(record.engine.pid),
  );
}

/**
 * Records the process of the datastore and its parent.
 * @param pid of the datastore
 */
export function recordOwnership(folder: string, pid: number) {
  const record = {
    engine: { pid, birth: startTimeOf(pid) },
    starter: { pid: process.pid, birth: startTimeOf(process.pid) },
  };
  writeFileSync(join(folder, fileName), JSON.stringify(record), { mode: 0o600 });
}

export function clearOwnership(folder: string) {
  rmSync(join(folder, fileName), { force: true });
}

function isSame({ pid, birth }: { pid: number; birth: string }) {
  return isAlive(pid) && startTimeOf(pid) === birth;
}

function read(folder: string) {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8'));
  } catch {
    // The file is missing, or a crash truncated it before the datastore was in use.
    return undefined;
  }
}
