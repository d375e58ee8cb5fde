/**
 * Shares the objects of one repository with another by hard links, while the source is written to
 * and repacked.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { syncFolder, writeNewFile } from './durable-files';
import { linkFile } from './link-file';

const MAX_ATTEMPTS = 20;
const looseFolder = /^[0-9a-f]{2}$/;
const looseObject = /^[0-9a-f]{38}$/;
const packName = /^(pack-[0-9a-f]{40})\.idx$/;
/**
 * Files of a pack other than the pack itself; the index comes last, because it makes the pack
 * visible.
 */
const packExtras = ['.rev', '.bitmap', '.mtimes'];
const graphHash = /^[0-9a-f]{40}$/;
const CHAIN = 'commit-graph-chain';

/**
 * Shares all objects that are in `from` when the call begins; both are `objects` folders, and
 * nobody else uses `to` yet. The order matters: a commit graph must not name missing objects, and a
 * loose object that is packed in between is found in a pack. Errors: `conflict` when packs are
 * replaced faster than they can be linked.
 */
export async function shareObjects(from: string, to: string): Promise<void> {
  await shareCommitGraph(path.join(from, 'info/commit-graphs'), path.join(to, 'info/commit-graphs'));
  await shareLooseObjects(from, to);
  await sharePacks(path.join(from, 'pack'), path.join(to, 'pack'));
  await Promise.all([to, path.join(to, 'info'), path.join(to, 'pack')].map(syncFolder));
}

/**
 * The commit graph is a chain of files. If it changes during the copy, the fork starts without one.
 */
async function shareCommitGraph(from: string, to: string): Promise<void> {
  const chain = await readFile(path.join(from, CHAIN), 'latin1').catch(absent);
  if (chain === undefined) return;
  await mkdir(to);
  const files = chain.split('\n').filter((line) => graphHash.test(line));
  const links = files.map((hash) =>
    linkFile(path.join(from, `graph-${hash}.graph`), path.join(to, `graph-${hash}.graph`)),
  );
  if ((await Promise.all(links)).includes(false)) return await rm(to, { recursive: true });
  await writeNewFile(path.join(to, CHAIN), chain);
  await syncFolder(to);
}

async function shareLooseObjects(from: string, to: string): Promise<void> {
  const folders = (await readdir(from)).filter((name) => looseFolder.test(name));
  await Promise.all(
    folders.map(async (folder) => {
      const objects = ((await readdir(path.join(from, folder)).catch(absent)) ?? []).filter((name) =>
        looseObject.test(name),
      );
      if (objects.length === 0) return;
      await mkdir(path.join(to, folder));
      await Promise.all(objects.map((name) => linkFile(path.join(from, folder, name), path.join(to, folder, name))));
      await syncFolder(path.join(to, folder));
    }),
  );
}

/**
 * A repack adds the new pack before it removes the old ones. One listing may miss both; of two
 * consecutive listings without a missing pack, the second one shows what the first one missed.
 */
async function sharePacks(from: string, to: string): Promise<void> {
  const shared = new Set<string>();
  for (let attempts = 0, unchanged = 0; unchanged < 2; attempts++) {
    if (attempts === MAX_ATTEMPTS) throw new GitError('conflict', 'the packs of the repository keep changing');
    const packs = (await readdir(from)).flatMap((name) => packName.exec(name)?.[1] ?? []);
    let isComplete = true;
    for (const pack of packs) {
      if (shared.has(pack)) continue;
      if (await sharePack(from, to, pack)) shared.add(pack);
      else isComplete = false;
    }
    unchanged = isComplete ? unchanged + 1 : 0;
  }
}

/** False when the pack was removed in the meantime; its partial links are deleted. */
async function sharePack(from: string, to: string, pack: string): Promise<boolean> {
  const link = (suffix: string): Promise<boolean> =>
    linkFile(path.join(from, pack + suffix), path.join(to, pack + suffix));
  const hasPack = await link('.pack');
  await Promise.all(packExtras.map(link));
  if (hasPack && (await link('.idx'))) return true;
  await Promise.all(['.pack', ...packExtras].map((suffix) => rm(path.join(to, pack + suffix), { force: true })));
  return false;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
