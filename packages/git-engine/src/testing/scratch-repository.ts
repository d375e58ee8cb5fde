/** For tests: a real repository in a temporary folder, created with the real git. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runSync } from '@forgemesh/testing/shell';
import { defaultSettings } from '../worker/messages';

export class ScratchRepository {
  /** Folder of the work tree. */
  readonly work: string;
  /** The `repo` argument of operations. */
  readonly repo: string;
  private clock = 1_600_000_000;

  constructor() {
    this.work = mkdtempSync(join(tmpdir(), 'forgemesh-scratch-'));
    this.repo = join(this.work, '.git');
    this.git('init', '-q', '-b', 'main');
  }

  /** Runs git in the work tree and returns its output without the last newline. */
  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  /** Runs git with standard input or a given date (seconds, `+0000` unless given with a zone). */
  gitWith(options: { input?: string | Buffer; date?: string }, ...args: string[]): string {
    const date = options.date ?? `${this.clock} +0000`;
    const { code, stdout, stderr } = runSync({
      program: 'git',
      args,
      cwd: this.work,
      input: options.input,
      env: {
        PATH: defaultSettings.searchPath,
        HOME: '/nonexistent',
        LC_ALL: 'C',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ada Löve',
        GIT_AUTHOR_EMAIL: 'ada@example.com',
        GIT_COMMITTER_NAME: 'Cam Mitter',
        GIT_COMMITTER_EMAIL: 'cam@example.com',
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
    return stdout.toString('utf8').replace(/\n$/, '');
  }

  /** Advances the clock, so that the next commit is newer. */
  tick(seconds = 60): void {
    this.clock += seconds;
  }

  write(path: string, content: string | Buffer): void {
    const full = join(this.work, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  /** Commits all changes of the work tree and returns the commit's id. */
  commit(message: string, files: Record<string, string | Buffer> = {}): string {
    this.tick();
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  remove(): void {
    rmSync(this.work, { recursive: true, force: true });
  }
}
