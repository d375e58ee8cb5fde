/** Real git as a user runs it, without the configuration of the machine and without prompts. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAsync } from '@forgemesh/testing/shell';

/** Variables of git, and of programs that start it. */
export const gitEnvironment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** Runs git and returns its trimmed output. Rejects with the error output on failure. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await runGit(cwd, args)).stdout.trim();
}

/** Runs git and returns what it tells its user on the error output. */
export async function gitMessages(cwd: string, ...args: string[]): Promise<string> {
  return (await runGit(cwd, args)).stderr;
}

class GitError extends Error {
  constructor(
    args: string[],
    readonly stderr: string,
  ) {
    super(`git ${args.join(' ')} failed: ${stderr}`);
  }
}

async function runGit(cwd: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await runAsync({ program: 'git', args, cwd, env: gitEnvironment });
  if (code !== 0) throw new GitError(args, stderr.toString());
  return { stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Runs a git command that must fail, and returns its error output. */
export async function gitFailure(cwd: string, ...args: string[]): Promise<string> {
  const outcome = await git(cwd, ...args).then(
    (output) => ({ output }),
    (error: GitError) => ({ error }),
  );
  if ('output' in outcome) throw new Error(`git ${args.join(' ')} succeeded: ${outcome.output}`);
  return outcome.error.stderr;
}

/** Creates an empty folder. */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(tmpdir(), `forgemesh-${prefix}-`));
}

/** URL of a repository with a token. */
export function cloneUrl(base: string, path: string, token: string, user = 'anyone'): string {
  const url = new URL(`/${path}.git`, base);
  url.username = user;
  url.password = token;
  return url.toString();
}
