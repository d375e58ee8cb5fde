import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { spawnGit } from '../worker/git-process';
import type { WorkerSettings } from '../worker/messages';

/** What `git pack-objects` reads and writes. */
interface PackRequest {
  repo: string;
  /** Arguments that select the objects. */
  args: readonly string[];
  /** Lines of the standard input. */
  lines: readonly string[];
  /** Absolute path of the pack. */
  file: string;
}

/** Writes a pack without an index; nothing stays if that fails. Returns the error text of git. */
export async function writePack(settings: WorkerSettings, request: PackRequest): Promise<string | null> {
  const { repo, args, lines, file } = request;
  const options = ['--stdout', '--delta-base-offset', '--quiet'];
  const child = spawnGit(settings, { repo, args: ['pack-objects', ...args, ...options] });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(0, 4096)));
  child.stdin.on('error', () => undefined);
  child.stdin.end([...lines, ''].join('\n'));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  try {
    const [code] = await Promise.all([ended, pipeline(child.stdout, createWriteStream(file, { flags: 'wx' }))]);
    if (code === 0) return null;
    await rm(file, { force: true });
    return errorOutput.trim() || 'the objects could not be packed';
  } catch (error) {
    child.kill();
    await rm(file, { force: true });
    throw error;
  }
}
