/**
 * Replicas whose logs are copied into the database of this node, with the numbers of the originals,
 * and their packs into its object store. The folders of replicas are caches then, as those of other
 * repositories, so that any number of processes serves them.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { BadRequestError } from '@forgemesh/errors';
import { branchRef, repositoryExists } from '@forgemesh/git-engine';
import {
  appliedFile,
  builtState,
  bytesOf,
  checkpointId,
  loggedStates,
  type LoggedState,
  type LogPart,
  namedContent,
  originalCursor,
  receivePack,
  renewCheckpoint,
  replaceCheckpoint,
  type ReplicaCursor,
  type RepositoryCheckpoint,
  type SentPack,
} from '#refs/packs';
import { addCopies, removeCopies, skipCopies } from '#refs/ref-log';
import type { RepositoryLocation } from '#storage';
import { removeRepositoryFiles } from '#storage/replicas';
import type { ReplicaLogsDeps } from './deps';
import type { ReplicaLogs } from './replica-logs';

/** Digests are names of objects. */
const DIGEST = /^[0-9a-f]{64}$/;

/** The cursor of a replica is the newest number of its log. */
export class KeptReplicaLogs implements ReplicaLogs {
  constructor(private readonly deps: ReplicaLogsDeps) {}

  readCursor(location: RepositoryLocation): Promise<ReplicaCursor | undefined> {
    return originalCursor(this.deps.logSource, location);
  }

  async setCursor(location: RepositoryLocation, cursor: ReplicaCursor): Promise<void> {
    const { packs } = this.deps;
    const known = await this.readFollowed(location);
    if (known?.incarnation === cursor.incarnation) {
      if (known.seq < cursor.seq) await this.append(location, [{ seq: cursor.seq, refs: [], packs: [] }], cursor.seq);
      return;
    }
    const checkpoint = await this.findCheckpoint(location);
    if (!checkpoint) {
      if (!(await repositoryExists(location.repo))) return;
      // A replica of a time when folders were not caches.
      await packs.adopt(location);
    }
    await this.renumber(location, cursor);
  }

  async applyPart(location: RepositoryLocation, part: LogPart): Promise<SentPack[]> {
    const { packsDeps } = this.deps;
    const named = namedContent(part);
    for (const pack of named) assertDigest(pack);
    const missing: SentPack[] = [];
    for (const pack of named) if (!(await packsDeps.packStore.has(pack))) missing.push(pack);
    if (missing.length > 0) return missing;
    if (part.base) await this.begin(location, part);
    else if ((await this.readFollowed(location))?.incarnation !== part.incarnation) return [];
    const entries = loggedStates(part);
    const head = entries.findLast(({ mark }) => mark?.head !== undefined)?.mark?.head;
    // Renewed checkpoints keep the HEAD of those before.
    if (head !== undefined) {
      const update = { $set: { head: branchRef(head) }, $inc: { version: 1 } };
      await packsDeps.checkpoints.updateOne({ _id: checkpointId(location) }, update);
    }
    await this.append(location, entries, part.seq);
    return [];
  }

  async storePack(pack: SentPack, content: AsyncIterable<Uint8Array>): Promise<void> {
    assertDigest(pack);
    const { packStore } = this.deps.packsDeps;
    await receivePack(packStore, pack, content, (file) => packStore.store(file));
  }

  async fetch(location: RepositoryLocation, fetch: () => Promise<void>): Promise<void> {
    const { packs } = this.deps;
    await packs.open(location);
    // After a crash, this folder has something that the log does not have: it is built again.
    await rm(appliedFile(location.repo), { force: true });
    try {
      await fetch();
    } catch (error) {
      await packs.discard(location);
      throw error;
    }
    await packs.adopt(location);
  }

  async remove(location: RepositoryLocation): Promise<void> {
    const { packs } = this.deps;
    await removeRepositoryFiles(this.deps, location);
    // A checkpoint without its entries would be an older state.
    await packs.forget(location);
    await removeCopies(this.deps, location);
    await packs.announceReplacement(location);
  }

  /** Adds entries up to a number, which every process has to follow before its next read. */
  private async append(location: RepositoryLocation, entries: readonly LoggedState[], seq: number): Promise<void> {
    await addCopies(this.deps, location, entries);
    this.deps.packs.note(location, seq);
    await this.deps.packs.announce(location, seq);
  }

  /** The cursor of a replica that follows the log of its original. */
  private async readFollowed(location: RepositoryLocation): Promise<ReplicaCursor | undefined> {
    const checkpoint = await this.findCheckpoint(location);
    return checkpoint?.original_incarnation === undefined ? undefined : this.readCursor(location);
  }

  private findCheckpoint(location: RepositoryLocation): Promise<RepositoryCheckpoint | null> {
    return this.deps.packsDeps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>().exec();
  }

  /** Begins the log of a replica again, from the state before the entries of a part. */
  private async begin(location: RepositoryLocation, part: LogPart): Promise<void> {
    const base = builtState(part);
    if (!base) return;
    await this.remove(location);
    await replaceCheckpoint(this.deps.packsDeps, location, null, {
      ...base,
      refs_size: part.base?.refs_size ?? 0,
      copy_bytes: bytesOf(base.packs),
      incarnation: randomUUID(),
      original_incarnation: part.incarnation,
    });
    await skipCopies(this.deps, location, base.seq);
    await this.deps.packs.announceReplacement(location);
  }

  /**
   * Lets the log of a replica continue after a place of another log. Without effect if another
   * process changes the replica: its cursor is set after the next sync.
   */
  private async renumber(location: RepositoryLocation, { incarnation, seq }: ReplicaCursor): Promise<void> {
    const { packs, packsDeps } = this.deps;
    if (!(await renewCheckpoint(packsDeps, location))) return;
    const renewed = await this.findCheckpoint(location);
    if (!renewed) return;
    // Before the numbers change: those of before would be followed after the checkpoint.
    await removeCopies(this.deps, location);
    const { packs: named, refs, refs_size, head, copy_bytes } = renewed;
    const isRenumbered = await replaceCheckpoint(packsDeps, location, renewed, {
      seq,
      packs: named,
      refs,
      refs_size,
      head,
      copy_bytes: copy_bytes ?? bytesOf(named),
      incarnation: randomUUID(),
      original_incarnation: incarnation,
    });
    if (isRenumbered) await skipCopies(this.deps, location, seq);
    await packs.announceReplacement(location);
  }
}

/** The other node is not trusted with names. */
function assertDigest({ sha256 }: SentPack): void {
  if (!DIGEST.test(sha256)) throw new BadRequestError('a pack is not named by a SHA-256');
}
