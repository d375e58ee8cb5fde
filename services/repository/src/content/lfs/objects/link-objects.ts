/** Links of objects to projects. */
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import type { LfsPointer } from '@forgemesh/git-engine';
import type { LfsDeps, ObjectRemovalDeps } from '../deps';
import type { LfsLinkDocument } from './lfs-link.model';
import { GRACE_MS } from './remove-unlinked-objects';

type Deps = Pick<ObjectRemovalDeps, 'lfsLinks' | 'lfsObjects'>;

const BATCH = 1_000;

/** An object that a project has. */
export type ObjectLink = Pick<LfsLinkDocument, 'project_id' | 'oid' | 'size'>;

/** Returns the sizes of those of some objects that a project has. */
export async function findLinked(
  { lfsLinks }: Pick<LfsDeps, 'lfsLinks'>,
  projectId: number,
  oids: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < oids.length; at += BATCH) {
    const ids = oids.slice(at, at + BATCH).map((oid) => linkId(projectId, oid));
    const links = await lfsLinks.find({ _id: { $in: ids } }, { oid: 1, size: 1 }).lean<LfsLinkDocument[]>();
    for (const { oid, size } of links) found.set(oid, size);
  }
  return found;
}

/** Links objects to a project. Objects that are linked already stay so. */
export async function linkObjects(
  { lfsLinks }: Pick<LfsDeps, 'lfsLinks'>,
  projectId: number,
  objects: readonly LfsPointer[],
): Promise<void> {
  for (let at = 0; at < objects.length; at += BATCH) {
    const some = objects.slice(at, at + BATCH);
    await insertLinks(
      { lfsLinks },
      some.map(({ oid, size }) => ({ project_id: projectId, oid, size })),
    );
  }
}

/**
 * Stores links, also those of several projects, with one command. Existing ones stay as they are.
 */
export async function insertLinks(
  { lfsLinks }: Pick<LfsDeps, 'lfsLinks'>,
  links: readonly ObjectLink[],
): Promise<void> {
  const documents = new Map(links.map((link) => [linkId(link.project_id, link.oid), link]));
  const ids = [...documents.keys()];
  const rows = ids.map((_id) => ({ _id, ...(documents.get(_id) as ObjectLink) }));
  try {
    await retryWriteConflicts(() => lfsLinks.insertMany(rows, { ordered: false, lean: true }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The error of one link says nothing about the others.
    if ((await lfsLinks.countDocuments({ _id: { $in: ids } })) < ids.length) throw error;
  }
}

/** Links all objects of a project to its fork. */
export async function linkToFork({ lfsLinks }: Pick<LfsDeps, 'lfsLinks'>, from: number, to: number): Promise<void> {
  for await (const links of batchesOf({ lfsLinks }, from)) await linkObjects({ lfsLinks }, to, links);
}

/**
 * Removes the links of a project that is removed. Its objects are marked first, so that those
 * without any link are found later, whatever interrupts this.
 */
export async function unlinkProject(deps: Deps, projectId: number): Promise<void> {
  for await (const links of batchesOf(deps, projectId))
    await unlinkObjects(
      deps,
      projectId,
      links.map(({ oid }) => oid),
    );
}

/** Removes the links of some objects to a project; the objects are marked as in `unlinkProject`. */
export async function unlinkObjects(deps: Deps, projectId: number, oids: readonly string[]): Promise<void> {
  for (let at = 0; at < oids.length; at += BATCH) {
    const some = oids.slice(at, at + BATCH);
    await deps.lfsObjects.updateMany({ _id: { $in: some } }, { $set: { check_at: new Date(Date.now() + GRACE_MS) } });
    await deps.lfsLinks.deleteMany({ _id: { $in: some.map((oid) => linkId(projectId, oid)) } });
  }
}

/** Lists objects of a project by digest: those after one digest, and not after another. */
export function listObjects(
  { lfsLinks }: Pick<LfsDeps, 'lfsLinks'>,
  projectId: number,
  { after, until, limit }: { after: string; until?: string | undefined; limit?: number },
): Promise<Pick<LfsLinkDocument, 'oid' | 'size'>[]> {
  const range = { $gt: linkId(projectId, after), ...(until !== undefined && { $lte: linkId(projectId, until) }) };
  return lfsLinks
    .find({ project_id: projectId, _id: range }, { oid: 1, size: 1 }, { sort: { _id: 1 }, ...(limit && { limit }) })
    .lean<LfsLinkDocument[]>();
}

/** Bytes of all objects of a project. */
export async function sizeOfObjects({ lfsLinks }: Pick<LfsDeps, 'lfsLinks'>, projectId: number): Promise<number> {
  const [sum] = await lfsLinks.aggregate<{ size: number }>([
    { $match: { project_id: projectId } },
    { $group: { _id: null, size: { $sum: '$size' } } },
  ]);
  return sum?.size ?? 0;
}

function linkId(projectId: number, oid: string): string {
  return `${projectId}:${oid}`;
}

async function* batchesOf(
  deps: Pick<LfsDeps, 'lfsLinks'>,
  projectId: number,
): AsyncGenerator<Pick<LfsLinkDocument, 'oid' | 'size'>[]> {
  for (let after = ''; ;) {
    const links = await listObjects(deps, projectId, { after, limit: BATCH });
    if (links.length > 0) yield links;
    if (links.length < BATCH) return;
    after = links.at(-1)?.oid ?? after;
  }
}
