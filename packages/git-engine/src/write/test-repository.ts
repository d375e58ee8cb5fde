/** For tests only: a new repository and access to the real git. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSync } from '@forgemesh/testing/shell';
import { GitError } from '../errors';
import { ensureRepository } from '../storage/ensure-repository';
import { gitEnvironment } from '../storage/git-environment';
import type { ReadObject } from './commits/commit-actions';

export interface TestRepository {
  folder: string;
  repo: string;
  readObject: ReadObject;
  /**
   * Runs git in the repository and returns its output without the last line break; throws when it
   * fails.
   */
  git(...args: string[]): string;
  close(): Promise<void>;
}

export async function createTestRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(path.join(tmpdir(), 'forgemesh-write-'));
  const repo = path.join(folder, 'a.git');
  await ensureRepository(repo, 'main');
  const reader = startReader(repo);
  return {
    folder,
    repo,
    readObject: reader.read,
    git: (...args) => runGitSync(repo, args),
    async close() {
      reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs git in any folder with the clean environment. */
export function runGitSync(cwd: string, args: readonly string[], input?: string | Buffer): string {
  const env = gitEnvironment({ config: [['protocol.allow', 'always']] });
  const result = runSync({ program: 'git', args, cwd, env, input });
  if (result.code !== 0) {
    throw new Error(`git ${args.join(' ')}: ${result.stderr.toString()}${result.stdout.toString()}`);
  }
  return result.stdout.toString().replace(/\n+$/, '');
}

/** One `cat-file --batch`; requests run one after the other. */
function startReader(repo: string): { read: ReadObject; close: () => void } {
  const child = spawn('git', ['cat-file', '--batch'], {
    cwd: repo,
    env: gitEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let tail: Promise<unknown> = Promise.resolve();
  const readObject = (id: string): Promise<{ type: string; content: Buffer }> =>
    new Promise((resolve, reject) => {
      let buffer = Buffer.alloc(0);
      const onData = (chunk: Buffer): void => {
        buffer = Buffer.concat([buffer, chunk]);
        const end = buffer.indexOf(0x0a);
        if (end < 0) return;
        const [, type = '', size] = buffer.toString('latin1', 0, end).split(' ');
        if (type !== 'missing' && buffer.length < end + 2 + Number(size)) return;
        child.stdout.off('data', onData);
        if (type === 'missing') reject(new GitError('object_not_found', `${id} does not exist`));
        else resolve({ type, content: buffer.subarray(end + 1, end + 1 + Number(size)) });
      };
      child.stdout.on('data', onData);
      child.stdin.write(`${id}\n`);
    });
  const read: ReadObject = (id) => {
    const result = tail.then(() => readObject(id));
    tail = result.catch(() => undefined);
    return result;
  };
  return { read, close: () => child.stdin.end() };
}
