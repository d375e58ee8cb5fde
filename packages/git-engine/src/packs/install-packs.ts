/** Adds packs to repositories, from files that contain no index. */
import { spawn } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { buildRepository, placeRepository } from '../storage/ensure-repository';
import { gitEnvironment } from '../storage/git-environment';
import type { GitContext } from '../worker/context';

/** Adds packs to an existing repository; adding one again changes nothing. Errors: `git_failed`. */
export async function installPacks(
  context: GitContext,
  { repo, files }: { repo: string; files: string[] },
): Promise<null> {
  for (const file of files) await indexPack(context, repo, file);
  return null;
}

export interface CreateFromPacksInput {
  repo: string;
  /** Absolute paths of the packs. */
  files: string[];
  refs: { name: string; id: string }[];
  /** Full name of the ref that HEAD points at. */
  head: string;
}

/**
 * Creates a repository that does not exist from packs and refs. Returns false if it exists. Errors:
 * `git_failed` for a damaged pack; nothing is created then.
 */
export async function createFromPacks(context: GitContext, input: CreateFromPacksInput): Promise<boolean> {
  const { repo, files, refs, head } = input;
  return await placeRepository(repo, async (folder) => {
    await buildRepository(folder, head.replace('refs/heads/', ''));
    for (const file of files) await indexPack(context, folder, file);
    const lines = refs
      .map(({ name, id }) => `${id} ${name}\n`)
      .sort((one, other) => (one.slice(41) < other.slice(41) ? -1 : 1));
    await writeFile(path.join(folder, 'packed-refs'), lines.join(''), { flush: true });
  });
}

async function indexPack({ settings }: GitContext, repo: string, file: string): Promise<void> {
  const input = await open(file);
  try {
    const child = spawn(settings.gitBinary, [`--git-dir=${repo}`, 'index-pack', '--stdin'], {
      cwd: repo,
      env: gitEnvironment({ path: settings.searchPath }),
      stdio: [input.fd, 'ignore', 'pipe'],
    });
    let errorOutput = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(0, 4096)));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new GitError('git_failed', errorOutput.trim());
  } finally {
    await input.close();
  }
}
