/**
 * Epochs of storages. Each process that starts for a storage claims the next epoch in the database,
 * and every write of refs checks that its own epoch is still the newest. So two processes with one
 * storage, for example after a volume was forcibly detached from a lost node, never both
 * acknowledge writes. The epoch is also on the disk: a disk that has an older one, or that lacks
 * changes which were acknowledged, is an older copy, and writes to it are refused until an
 * administrator restores the disk or accepts the loss.
 *
 * Where folders are only caches, several processes serve the same storages at the same time, and
 * none claims them, except one whose disk still has repositories that are nowhere else.
 */
import { UnavailableError } from '@forgemesh/errors';
import { addMeasuredGauge, type Logger, type Metrics } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import { type Storages, StorageNotServedError } from '#storage';
import { readEpoch, writeEpoch } from './epoch-file';
import type { StorageEpochDocument } from './storage-epoch.model';

/** How often a process without writes checks that its epochs are the newest. */
const CHECK_INTERVAL_MS = 5_000;

/** Writes to a storage whose disk lacks acknowledged changes. Nothing was written. */
export class StorageRefusedError extends UnavailableError {
  constructor(storage: string) {
    super(`The storage ${storage} lacks changes that were acknowledged. Writes are refused until it is restored`);
  }
}

/**
 * Finds an acknowledged change of refs after a time that the disk of a storage lacks: its
 * description, or null.
 */
export type FindLostChange = (storage: string, since: Date | undefined) => Promise<string | null>;

interface Claim {
  epoch: number;
  isRefused: boolean;
}

interface StorageEpochsOptions {
  model: Model<StorageEpochDocument>;
  storages: Storages;
  /** For each storage, the epoch of the start whose loss an administrator accepts. */
  acceptedLosses: Record<string, string>;
  /** Whether packs are kept outside of the folders. */
  keepsPacks: boolean;
  log: Logger;
}

/** What the disks of a process are. */
export interface Disks {
  /** Whether everything on them is somewhere else, too. */
  areCaches: boolean;
}

/** The epochs of the storages that this process serves. */
export class StorageEpochs {
  private readonly claims = new Map<string, Promise<Claim>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: StorageEpochsOptions) {}

  /**
   * Claims storages at the start of the process, and checks their disks, unless these are caches.
   */
  async start(storages: readonly string[], findLostChange: FindLostChange, { areCaches }: Disks): Promise<void> {
    for (const storage of areCaches ? [] : storages)
      if (!(await this.isShared(storage))) await this.claimOnce(storage, findLostChange);
    this.timer = setInterval(() => void this.checkAll(), CHECK_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /**
   * Checks that a write to a storage may be acknowledged, which is always so for a shared one.
   * Throws StorageNotServedError if another process has claimed the storage since, and
   * StorageRefusedError if the disk lacks acknowledged changes.
   */
  async verify(storage: string): Promise<void> {
    if (this.options.keepsPacks && !this.claims.has(storage)) return;
    // A storage that gets its first repository has nothing to lose.
    const claim = await this.claimOnce(storage, () => Promise.resolve(null));
    const { model, storages, log } = this.options;
    const newest = await model.findById(storage, { epoch: 1 }).lean<StorageEpochDocument>();
    if (newest?.epoch === claim.epoch) {
      if (claim.isRefused) throw new StorageRefusedError(storage);
      return;
    }
    log.error({ storage, epoch: claim.epoch, newest: newest?.epoch }, 'another process has claimed the storage');
    storages.markTaken(storage);
    throw new StorageNotServedError(storage);
  }

  /** Adds the metric of storages whose writes are refused. */
  measure(metrics: Metrics): void {
    addMeasuredGauge(metrics, {
      name: 'forge_storage_refused',
      help: 'Whether writes to a storage are refused because its disk lacks acknowledged changes (1) or not (0)',
      labelNames: ['storage'],
      measure: async (set) => {
        for (const [storage, claim] of this.claims) set({ storage }, (await claim).isRefused ? 1 : 0);
      },
    });
  }

  /** Whether a disk never had a repository of which it was the only copy. */
  private async isShared(storage: string): Promise<boolean> {
    const { keepsPacks, storages } = this.options;
    return keepsPacks && (await readEpoch(storages.root(storage))) === null;
  }

  private claimOnce(storage: string, findLostChange: FindLostChange): Promise<Claim> {
    const started = this.claims.get(storage);
    if (started) return started;
    const claim = this.claim(storage, findLostChange);
    this.claims.set(storage, claim);
    claim.catch(() => this.claims.delete(storage));
    return claim;
  }

  private async claim(storage: string, findLostChange: FindLostChange): Promise<Claim> {
    const { model, storages, acceptedLosses, log } = this.options;
    const root = storages.root(storage);
    const onDisk = await readEpoch(root);
    const claimed = (await model
      .findOneAndUpdate(
        { _id: storage },
        { $inc: { epoch: 1 }, $set: { claimed_at: new Date() }, $setOnInsert: { disk_epoch: 0 } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<StorageEpochDocument>()) as StorageEpochDocument;
    // After a restore of the database alone, the disk has the higher number.
    const epoch = Math.max(claimed.epoch, (onDisk ?? 0) + 1);
    const isAccepted = claimed.refused !== undefined && acceptedLosses[storage] === String(claimed.refused.epoch);
    const reason = isAccepted ? null : await this.findReason(claimed, onDisk, findLostChange);
    if (reason !== null) {
      await model.updateOne({ _id: storage }, { $set: { epoch, refused: { epoch, reason } } });
      log.error(
        { storage, reason, accept: `FORGE_ACCEPT_STORAGE_LOSS={"${storage}":"${epoch}"}` },
        'the disk of the storage lacks acknowledged changes: writes are refused',
      );
      return { epoch, isRefused: true };
    }
    if (isAccepted) log.warn({ storage, loss: claimed.refused?.reason }, 'the loss of changes was accepted');
    await writeEpoch(root, epoch);
    await model.updateOne(
      { _id: storage },
      {
        $set: { epoch, disk_epoch: epoch, ...(isAccepted && { accepted_at: new Date() }) },
        $unset: { refused: 1 },
      },
    );
    return { epoch, isRefused: false };
  }

  /** Why the disk is an older copy; null if it is not. */
  private async findReason(
    { _id, disk_epoch, accepted_at }: StorageEpochDocument,
    onDisk: number | null,
    findLostChange: FindLostChange,
  ): Promise<string | null> {
    if (onDisk !== null && onDisk < disk_epoch)
      return `the disk is of the start ${onDisk}, the newest disk was of the start ${disk_epoch}`;
    return findLostChange(_id, accepted_at);
  }

  private async checkAll(): Promise<void> {
    for (const storage of this.claims.keys()) {
      await this.verify(storage).catch((error: unknown) => {
        const isKnown = error instanceof StorageRefusedError || error instanceof StorageNotServedError;
        if (!isKnown) this.options.log.warn({ err: error, storage }, 'epoch of the storage not checked');
      });
    }
  }
}
