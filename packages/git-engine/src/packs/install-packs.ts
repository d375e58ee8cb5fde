/** Adds packs to repositories, from files that contain no index. */
import { spawn, type StdioOptions } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitError, isGitError } from '../errors';
import { PackIndex } from '../objects/files/pack-index';
import { buildRepository, placeRepository } from '../storage/ensure-repository';
import { gitEnvironment } from '../storage/git-environment';
import type { GitContext } from '../worker/context';
import { groupPacks, joinPacks } from './join-packs';

/** Adds packs to an existing repository; adding one again changes nothing. Errors: `git_failed`. */
export async function installPacks(
  context: GitContext,
  { repo, files }: { repo: string; files: string[] },
): Promise<null> {
  await addPacks(context, repo, files);
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
    await addPacks(context, folder, files);
    const lines = refs
      .map(({ name, id }) => `${id} ${name}\n`)
      .sort((one, other) => (one.slice(41) < other.slice(41) ? -1 : 1));
    await writeFile(path.join(folder, 'packed-refs'), lines.join(''), { flush: true });
  });
}

async function addPacks(context: GitContext, repo: string, files: readonly string[]): Promise<void> {
  for (const group of await groupPacks(files)) await addGroup(context, repo, group);
}

async function addGroup(context: GitContext, repo: string, files: readonly string[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1) return addPack(context, repo, first);
  if (await addJoined(context, repo, files)) return;
  const half = Math.ceil(files.length / 2);
  await addGroup(context, repo, files.slice(0, half));
  await addGroup(context, repo, files.slice(half));
}

async function addPack(context: GitContext, repo: string, file: string): Promise<void> {
  const input = await open(file);
  try {
    await indexPack(context, repo, { args: ['--stdin'], cwd: repo, stdio: [input.fd, 'ignore', 'pipe'] });
  } finally {
    await input.close();
  }
}

/** Adds packs as one. False, and nothing is added, if some share objects or are damaged. */
async function addJoined(context: GitContext, repo: string, files: readonly string[]): Promise<boolean> {
  // Git removes old folders of this name.
  const folder = await mkdtemp(path.join(repo, 'objects/tmp_objdir-joined-'));
  try {
    const pack = await joinPacks(files);
    const name = `pack-${pack.subarray(-20).toString('hex')}`;
    await writeFile(path.join(folder, `${name}.pack`), pack, { flush: true, mode: 0o444 });
    await indexPack(context, repo, { args: [`${name}.pack`], cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    if (new PackIndex(await readFile(path.join(folder, `${name}.idx`))).hasDuplicates) return false;
    // Git uses a pack as soon as it has an index.
    const names = (await readdir(folder)).sort((one, other) => Number(isIndex(one)) - Number(isIndex(other)));
    for (const each of names) await rename(path.join(folder, each), path.join(repo, 'objects/pack', each));
    return true;
  } catch (error) {
    // Git refuses deltas by the id of an object that is there twice.
    if (isGitError(error, 'git_failed')) return false;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isIndex = (name: string): boolean => name.endsWith('.idx');

interface Indexing {
  args: string[];
  cwd: string;
  stdio: StdioOptions;
}

async function indexPack({ settings }: GitContext, repo: string, { args, cwd, stdio }: Indexing): Promise<void> {
  const child = spawn(settings.gitBinary, [`--git-dir=${repo}`, 'index-pack', ...args], {
    cwd,
    env: gitEnvironment({ path: settings.searchPath }),
    stdio,
  });
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(0, 4096)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new GitError('git_failed', errorOutput.trim());
}
