// A process's output: all of it in its log file, warnings and errors shortly on the terminal too.

import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../lib/log.ts';
import type { ChildProcess } from 'node:child_process';

/** A log file is set aside when it is longer (bytes); the one before is removed then. */
const longest = 50 * 1024 * 1024;

const levels = { 40: 'warn', 50: 'error', 60: 'fatal' };
const isLoud = /"level":(40|50|60|"warn"|"error"|"fatal")/;

/**
 * @param name of the process
 * @param limit in bytes
 * @returns `follow` takes over a child's output; `lastWords` are the last lines of it that matter
 */
export function openMemberLog(
  dataDir: string,
  name: string,
  log: Log,
  limit: number = longest,
): { follow(child: ChildProcess): void; lastWords(): string; close(): void } {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'logs', `${name}.log`);
  let size = existsSync(path) ? statSync(path).size : 0;
  let isTold = false;
  const open = () => {
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    // Without a place to write to (a full disk), the mesh goes on and says so once.
    return stream.on('error', (error) => {
      if (!isTold) log.say(`${name}: its log cannot be written (${error.message})`);
      isTold = true;
    });
  };
  let file = open();
  const rotate = () => {
    const full = file;
    try {
      // What the stream still holds goes to the file under its new name.
      renameSync(path, `${path}.1`);
    } catch {
      // The file was never made, or is gone: the next one begins anyway.
    }
    file = open();
    size = 0;
    full.end();
  };
  const write = (chunk: Buffer) => {
    // Before its file is open it has none to set aside.
    if (size > limit && !file.pending) rotate();
    size += chunk.length;
    file.write(chunk);
  };

  const words: string[] = [];
  const keep = (text: string) => {
    words.push(text);
    if (words.length > 5) words.shift();
  };
  return {
    follow(child) {
      words.length = 0;
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue;
        stream.on('data', write);
        createInterface({ input: stream }).on('line', (line) => {
          const isJson = line.startsWith('{');
          if (isJson && !isLoud.test(line)) return;
          const text = isJson ? readable(line) : line;
          if (isJson) log.say(`${name}: ${text}`);
          keep(text);
        });
      }
    },
    lastWords: () => words.join(' | ') || `nothing was said, see ${path}`,
    close: () => file.end(),
  };
}

/**
 * @param line a JSON log line
 * @returns level, message and error in a row
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
