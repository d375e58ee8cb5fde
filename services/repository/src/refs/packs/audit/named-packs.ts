/** The objects that checkpoints and entries of the log name. */
import type { Model } from 'mongoose';
import type { LogName } from '../deps';
import type { KeptPack } from '../kept-pack';
import { checkpointId, type RepositoryCheckpoint } from '../repository-checkpoint.model';

/** Objects that are looked for together. */
const BATCH = 500;

/** What a document names. */
export interface NamedByDocument extends LogName {
  packs?: KeptPack[];
  /** The list of refs of a checkpoint. */
  refs?: string;
  refs_size?: number;
}

/** The packs that entries of all logs name; only what a majority of the database has counts. */
export interface EntryPacks {
  /** Entries with packs whose digests begin with some digits, without the contents of packs. */
  listInRange(digits: string): AsyncIterable<NamedByDocument>;
  /** Whether an entry names a pack. */
  isNamed(sha256: string): Promise<boolean>;
  /** Entries that name one of some packs and do not contain it. */
  listNeeding(digests: readonly string[]): Promise<NamedByDocument[]>;
}

/** What names objects. */
export interface NamingDeps {
  checkpoints: Model<RepositoryCheckpoint>;
  entries: EntryPacks;
}

/** A condition for documents with packs whose digests begin with some digits. */
export function packsInRange(digits: string): { packs: { $elemMatch: { sha256: { $gte: string; $lt: string } } } } {
  return { packs: { $elemMatch: { sha256: rangeOf(digits) } } };
}

/** A condition for documents that name packs which the object store must have. */
export function packsInStore(digests: readonly string[]) {
  return { packs: { $elemMatch: { sha256: { $in: [...digests] }, content: { $exists: false } } } };
}

function rangeOf(digits: string): { $gte: string; $lt: string } {
  return { $gte: digits, $lt: `${digits}g` };
}

/** Sizes of objects in bytes, by digest. */
export type NamedObjects = Map<string, number>;

/** The objects whose digests begin with some digits, also packs that are part of documents. */
export async function listNamed({ checkpoints, entries }: NamingDeps, digits: string): Promise<NamedObjects> {
  const named: NamedObjects = new Map();
  const note = ({ packs = [], refs, refs_size = 0 }: NamedByDocument): void => {
    if (refs?.startsWith(digits)) named.set(refs, refs_size);
    for (const { sha256, size } of packs) if (sha256.startsWith(digits)) named.set(sha256, size);
  };
  const fields = { 'packs.sha256': 1, 'packs.size': 1, refs: 1, refs_size: 1 } as const;
  const found = checkpoints
    .find({ $or: [packsInRange(digits), { refs: rangeOf(digits) }] }, fields)
    .readConcern('majority')
    .lean<NamedByDocument[]>()
    .cursor();
  for await (const checkpoint of found) note(checkpoint);
  for await (const entry of entries.listInRange(digits)) note(entry);
  return named;
}

/** Whether a checkpoint or an entry names an object. */
export async function isNamed({ checkpoints, entries }: NamingDeps, sha256: string): Promise<boolean> {
  const byCheckpoint = { $or: [{ 'packs.sha256': sha256 }, { refs: sha256 }] };
  const found = await checkpoints.findOne(byCheckpoint, { _id: 1 }).readConcern('majority').lean();
  return found !== null || entries.isNamed(sha256);
}

/**
 * Of objects, those that the store must have, because a document names them without their content.
 */
export async function findNeeded(deps: NamingDeps, digests: readonly string[]): Promise<Set<string>> {
  const needed = new Set<string>();
  for (let at = 0; at < digests.length; at += BATCH) {
    for (const { packs = [], refs = '' } of await listDocuments(deps, digests.slice(at, at + BATCH))) {
      needed.add(refs);
      for (const { sha256, content } of packs) if (content === undefined) needed.add(sha256);
    }
  }
  return new Set(digests.filter((sha256) => needed.has(sha256)));
}

/** The repositories that need an object of the store. */
export async function listNeeding(deps: NamingDeps, sha256: string): Promise<LogName[]> {
  const documents = await listDocuments(deps, [sha256]);
  return [...new Map(documents.map((found) => [checkpointId(found), found])).values()].map(({ project_id, kind }) => ({
    project_id,
    kind,
  }));
}

async function listDocuments({ checkpoints, entries }: NamingDeps, digests: readonly string[]) {
  const byCheckpoints = { $or: [packsInStore(digests), { refs: { $in: [...digests] } }] };
  const found = await Promise.all([
    checkpoints.find(byCheckpoints, { project_id: 1, kind: 1, packs: 1, refs: 1 }).lean<NamedByDocument[]>(),
    entries.listNeeding(digests),
  ]);
  return found.flat();
}
