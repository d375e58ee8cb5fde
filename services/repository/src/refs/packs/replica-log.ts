/**
 * Parts of a log, by which replicas on other nodes follow: the entries that they lack, or a
 * checkpoint with the entries after it. Small packs are in them; the others are named by their
 * digests.
 */
import type { RepositoryLocation } from '#storage';
import type { LoggedState, LogName, PacksDeps } from './deps';
import { type BuiltState, isUnbroken } from './follow-log';
import type { KeptPack } from './kept-pack';
import { toBuffer } from './pack-store';
import type { ReplicaCursor } from './replica-cursor';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import { closedEntries, isComplete } from './write-checkpoint';

/** Entries in a part. */
const MAX_ENTRIES = 500;
/** Bytes of small packs in a part, of which at least one entry is. */
const MAX_INLINE_BYTES = 2 * 1024 ** 2;
/** Incarnation of checkpoints of earlier releases, which have none. */
const FIRST_INCARNATION = '-';

/** A pack in a part of a log. */
export interface SentPack {
  sha256: string;
  size: number;
  /** The content of a small pack, base64. */
  content?: string;
}

/** What an entry changes. */
interface SentEntry {
  seq: number;
  refs: { ref: string; after: string }[];
  packs: SentPack[];
  /** Short name of the branch that HEAD points at from here on. */
  head?: string;
}

/** A part of a log. */
export interface LogPart {
  incarnation: string;
  /** Number of the last entry of which the replica has the effect after this part. */
  seq: number;
  /** The state before the entries, from which a replica is built; absent if the replica has it. */
  base?: { seq: number; refs: string; refs_size: number; head: string; packs: SentPack[] };
  entries: SentEntry[];
}

/** Where logs are read. */
export interface LogSource extends Pick<PacksDeps, 'checkpoints' | 'listEntries'> {
  /** The newest number of a log up to which the refs of all entries have followed. */
  closedSeq(log: LogName): Promise<number>;
}

/**
 * The place in the log of the original that the state of a repository, the original or a replica,
 * includes at least; undefined if the log is not kept.
 */
export async function originalCursor(
  { checkpoints, closedSeq }: LogSource,
  location: RepositoryLocation,
): Promise<ReplicaCursor | undefined> {
  const found = await checkpoints
    .findById(checkpointId(location), { seq: 1, incarnation: 1, original_incarnation: 1 })
    .lean<Pick<RepositoryCheckpoint, 'seq' | 'incarnation' | 'original_incarnation'>>();
  if (!found) return undefined;
  const incarnation = found.original_incarnation ?? found.incarnation ?? FIRST_INCARNATION;
  // A replica may have a checkpoint without the entries before it.
  return { incarnation, seq: Math.max(found.seq, await closedSeq(location)) };
}

/**
 * The part of a log that follows a cursor. Undefined if objects of the repository are only in its
 * folder.
 */
export async function readLogPart(
  { checkpoints, listEntries }: LogSource,
  location: RepositoryLocation,
  cursor: ReplicaCursor | undefined,
): Promise<{ part: LogPart; hasMore: boolean } | undefined> {
  const checkpoint = await checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  if (!checkpoint) return undefined;
  const incarnation = checkpoint.incarnation ?? FIRST_INCARNATION;
  if (cursor?.incarnation === incarnation) {
    const listed = await listEntries(location, cursor.seq, MAX_ENTRIES);
    const isKnown = cursor.seq >= checkpoint.seq || isUnbroken(listed, cursor.seq, cursor.seq + listed.length);
    // Without entries up to the checkpoint, those that are deleted may be missing.
    const reaches = cursor.seq >= checkpoint.seq || (listed.at(-1)?.seq ?? 0) >= checkpoint.seq;
    if (isKnown && reaches && isComplete(checkpoint, listed)) return cut(incarnation, cursor.seq, listed);
  }
  const listed = await listEntries(location, checkpoint.seq, MAX_ENTRIES);
  if (!isComplete(checkpoint, listed)) return undefined;
  const { part, hasMore } = cut(incarnation, checkpoint.seq, listed);
  const { seq, refs, refs_size, head } = checkpoint;
  return { part: { ...part, base: { seq, refs, refs_size, head, packs: checkpoint.packs.map(sentPack) } }, hasMore };
}

/** The closed ones of listed entries, up to the size of a part. */
function cut(incarnation: string, after: number, listed: readonly LoggedState[]): { part: LogPart; hasMore: boolean } {
  const closed = closedEntries(listed);
  const entries: SentEntry[] = [];
  let bytes = 0;
  for (const entry of closed) {
    bytes += (entry.packs ?? []).reduce((sum, { content, size }) => sum + (content ? size : 0), 0);
    if (bytes > MAX_INLINE_BYTES && entries.length > 0) break;
    entries.push(sentEntry(entry));
  }
  const isCut = entries.length < closed.length || (closed.length === listed.length && listed.length === MAX_ENTRIES);
  return { part: { incarnation, seq: entries.at(-1)?.seq ?? after, entries }, hasMore: isCut };
}

function sentEntry({ seq, refs, packs = [], mark }: LoggedState): SentEntry {
  return {
    seq,
    refs: refs.map(({ ref, after }) => ({ ref, after })),
    packs: packs.map(sentPack),
    ...(mark?.head !== undefined && { head: mark.head }),
  };
}

function sentPack({ sha256, size, content }: KeptPack): SentPack {
  return { sha256, size, ...(content && { content: toBuffer(content).toString('base64') }) };
}

/** The packs and lists of refs of a part whose content is not in it. */
export function namedContent({ base, entries }: LogPart): SentPack[] {
  const packs = [...(base?.packs ?? []), ...entries.flatMap((entry) => entry.packs)];
  const named = packs.filter(({ content }) => content === undefined);
  if (base && base.refs !== '') named.push({ sha256: base.refs, size: base.refs_size });
  return [...new Map(named.map((pack) => [pack.sha256, pack])).values()];
}

/** The entries of a part, as they are followed. */
export function loggedStates({ entries }: LogPart): LoggedState[] {
  return entries.map(({ seq, refs, packs, head }) => ({
    seq,
    refs,
    packs: packs.map(keptPack),
    ...(head !== undefined && { mark: { head } }),
  }));
}

/** The state before the entries of a part; undefined if the replica has it. */
export function builtState({ base }: LogPart): BuiltState | undefined {
  return base && { seq: base.seq, refs: base.refs, head: base.head, packs: base.packs.map(keptPack) };
}

function keptPack({ sha256, size, content }: SentPack): KeptPack {
  return { sha256, size, ...(content !== undefined && { content: Buffer.from(content, 'base64') }) };
}
