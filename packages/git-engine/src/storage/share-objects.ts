/**
 * Shares the objects of one repository with another by hard links, while the first is written to
 * and repacked.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../errors';
import { syncFolder, writeNewFile } from './durable-files';
import { linkFile } from './link-file';

const TRIES = 20;
const looseFolder = /^[0-9a-f]{2}$/;
const looseObject = /^[0-9a-f]{38}$/;
const packName = /^(pack-[0-9a-f]{40})\.idx$/;
/**
 * What belongs to a pack besides the pack itself; the index comes last, as it makes the pack
 * visible.
 */
const packExtras = ['.rev', '.bitmap', '.mtimes'];
const graphHash = /^[0-9a-f]{40}$/;
const CHAIN = 'commit-graph-chain';

/**
 * Shares all objects that are in `from` when the call begins; both are `objects` folders, and `to`
 * is nobody else's yet. The order follows the objects: a commit graph must not name what is
 * missing, and a loose object that is packed meanwhile is found in a pack. Errors: `conflict` where
 * packs are replaced faster than they can be linked.
 */
export async function shareObjects(from: string, to: string): Promise<void> {
  await shareCommitGraph(path.join(from, 'info/commit-graphs'), path.join(to, 'info/commit-graphs'));
  await shareLooseObjects(from, to);
  await sharePacks(path.join(from, 'pack'), path.join(to, 'pack'));
  await Promise.all([to, path.join(to, 'info'), path.join(to, 'pack')].map(syncFolder));
}

/** The commit graph is a list of files. Where they change meanwhile the fork starts without one. */
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
 * A repack brings the new pack before it removes the old ones. One listing may miss both, of two in
 * a row without a loss the second one shows what the first one missed.
 */
async function sharePacks(from: string, to: string): Promise<void> {
  const shared = new Set<string>();
  for (let tries = 0, calm = 0; calm < 2; tries++) {
    if (tries === TRIES) throw new GitError('conflict', 'the packs of the repository do not come to rest');
    const packs = (await readdir(from)).flatMap((name) => packName.exec(name)?.[1] ?? []);
    let isComplete = true;
    for (const pack of packs) {
      if (shared.has(pack)) continue;
      if (await sharePack(from, to, pack)) shared.add(pack);
      else isComplete = false;
    }
    calm = isComplete ? calm + 1 : 0;
  }
}

/** False where the pack was removed meanwhile; nothing of it is left then. */
async function sharePack(from: string, to: string, pack: string): Promise<boolean> {
  const link = (suffix: string): Promise<boolean> =>
    linkFile(path.join(from, pack + suffix), path.join(to, pack + suffix));
  const isThere = await link('.pack');
  await Promise.all(packExtras.map(link));
  if (isThere && (await link('.idx'))) return true;
  await Promise.all(['.pack', ...packExtras].map((suffix) => rm(path.join(to, pack + suffix), { force: true })));
  return false;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
