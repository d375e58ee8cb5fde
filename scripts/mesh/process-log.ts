// Output of a process: all of it in a log file, warnings and errors also in short form on the
// terminal.

import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../lib/log.ts';
import type { ChildProcess } from 'node:child_process';

/** Size in bytes above which a log file is rotated. */
const MAX_LOG_BYTES = 50 * 1024 * 1024;
/** Maximum number of files of a log, the current one included. */
const MAX_LOG_FILES = 5;

const levels = { 40: 'warn', 50: 'error', 60: 'fatal' };
const isWarning = /"level":(40|50|60|"warn"|"error"|"fatal")/;

/**
 * @param name of the process
 * @param limit in bytes
 * @returns `follow` reads a child's output; `lastLines` returns its last relevant lines
 */
export function openProcessLog(
  dataDir: string,
  name: string,
  log: Log,
  limit: number = MAX_LOG_BYTES,
): { follow(child: ChildProcess): void; lastLines(): string; close(): void } {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'logs', `${name}.log`);
  let size = existsSync(path) ? statSync(path).size : 0;
  let isReported = false;
  const open = () => {
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    // If the log cannot be written (a full disk), the mesh continues and reports it once.
    return stream.on('error', (error) => {
      if (!isReported) log.print(`${name}: its log cannot be written (${error.message})`);
      isReported = true;
    });
  };
  let file = open();
  const rotate = () => {
    const full = file;
    for (let number = MAX_LOG_FILES - 1; number > 0; number--) {
      try {
        // Buffered output is written to the renamed file.
        renameSync(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`);
      } catch {
        // The file does not exist; a new one is opened anyway.
      }
    }
    file = open();
    size = 0;
    full.end();
  };
  const write = (chunk: Buffer) => {
    // A file that is not open yet is not rotated.
    if (size > limit && !file.pending) rotate();
    size += chunk.length;
    file.write(chunk);
  };

  const recentLines: string[] = [];
  const keep = (text: string) => {
    recentLines.push(text);
    if (recentLines.length > 5) recentLines.shift();
  };
  return {
    follow(child) {
      recentLines.length = 0;
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue;
        stream.on('data', write);
        createInterface({ input: stream }).on('line', (line) => {
          const isJson = line.startsWith('{');
          if (isJson && !isWarning.test(line)) return;
          const text = isJson ? readable(line) : line;
          if (isJson) log.print(`${name}: ${text}`);
          keep(text);
        });
      }
    },
    lastLines: () => recentLines.join(' | ') || `no output, see ${path}`,
    close: () => file.end(),
  };
}

/**
 * @param line a JSON log line
 * @returns level, message and error in one line
 */
function readable(line: string): string {
  try {
    const { level, msg, err, ...rest } = JSON.parse(line);
    const word = levels[level as 40] ?? level;
    const details = Object.entries(rest).filter(
      ([key]) => !['time', 'pid', 'hostname', 'service', 'name'].includes(key),
    );
    const shown = details.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
    return [word, msg, err?.message && `(${err.message})`, ...shown].filter(Boolean).join(' ').slice(0, 400);
  } catch {
    return line.slice(0, 400);
  }
}
