// The real client of Git LFS from its Debian package, with a work tree of large files.

import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../../lib/fail.ts';
import { unpackDebianPackages } from '../../test/debian-packages.ts';
import { clientEnv } from '../fixture/index.ts';

const PIECE = 4 * 1024 * 1024;
const FILTER = [
  ...['-c', 'filter.lfs.process=git-lfs filter-process', '-c', 'filter.lfs.clean=git-lfs clean -- %f'],
  ...['-c', 'filter.lfs.smudge=git-lfs smudge -- %f', '-c', 'filter.lfs.required=true'],
];

/** Runs git with the client in a folder. */
export type LfsGit = (folder: string, ...args: string[]) => Promise<void>;

/** @throws {PlainError} if the client is unavailable */
export function findLfsGit(): LfsGit {
  const root = unpackDebianPackages(['git-lfs']);
  const bin = [root && join(root, 'usr/bin'), '/usr/bin'].find((path) => path && existsSync(join(path, 'git-lfs')));
  if (!bin) throw new PlainError('The Debian package git-lfs is unavailable.');
  const env = { ...clientEnv, PATH: `${bin}:${process.env.PATH ?? ''}` };
  return (folder, ...args) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', [...FILTER, ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`git ${args.join(' ')} ended with ${code}: ${errors}`)),
      );
    });
}

/** Creates a work tree with one commit of large files of random content. */
export async function createWorkTree(
  git: LfsGit,
  folder: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await git(folder, 'init', '-q', '-b', 'main');
  await git(folder, 'lfs', 'install', '--local');
  await git(folder, 'lfs', 'track', '*.bin');
  for (let n = 0; n < count; n++) {
    await pipeline(Readable.from(randomContent(bytes)), createWriteStream(join(folder, `file-${n}.bin`)));
  }
  await git(folder, 'add', '.');
  await git(folder, 'commit', '-q', '-m', 'Large files');
}

/** Random bytes from a cipher, which is faster than the generator of the system. */
function* randomContent(bytes: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const zeros = Buffer.alloc(PIECE);
  for (let left = bytes; left > 0; left -= PIECE) yield cipher.update(zeros.subarray(0, Math.min(left, PIECE)));
}
