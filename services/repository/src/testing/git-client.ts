/** Runs the real git as a client of the mesh. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mesh } from '@forgemesh/testing';
import { runAsync } from '@forgemesh/testing/shell';
import { type TestRepository } from './fixtures';

/** Output and exit code of git. */
export interface GitResult {
  code: number;
  output: string;
}

/** A work tree with one remote. */
export class GitClone {
  readonly folder = mkdtempSync(join(tmpdir(), 'forgemesh-clone-'));

  private constructor(readonly url: string) {}

  /** An empty work tree on `main` whose `origin` is a project, with a token as password. */
  static async of(project: TestRepository, token: string, suffix = '.git'): Promise<GitClone> {
    const url = mesh().url.replace('://', `://anyone:${token}@`);
    const clone = new GitClone(`${url}/${project.path_with_namespace}${suffix}`);
    await clone.run('init', '-q', '-b', 'main');
    await clone.run('remote', 'add', 'origin', clone.url);
    return clone;
  }

  /** Runs git; never rejects. */
  async run(...args: string[]): Promise<GitResult> {
    const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/nonexistent',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      ...identity,
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    };
    const { code, stdout, stderr } = await runAsync({ program: 'git', args, cwd: this.folder, env });
    return { code, output: `${stdout.toString()}${stderr.toString()}`.trim() };
  }

  /** Commits one file and returns the commit's id. */
  async commit(path: string, content: string | Buffer): Promise<string> {
    writeFileSync(join(this.folder, path), content);
    await this.run('add', '-A');
    await this.run('commit', '-q', '-m', `Change ${path}`);
    return (await this.run('rev-parse', 'HEAD')).output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
