/** Protects packs that are stored again from a removal that is due. */
import { setTimeout as pause } from 'node:timers/promises';
import { UnavailableError } from '@forgemesh/errors';
import type { Model } from 'mongoose';
import type { PackRecord } from './pack-record.model';

const REMOVAL_TRIES = 50;
const REMOVAL_PAUSE_MS = 100;

/** Notes which packs writers are about to name. */
export class PackUses {
  constructor(private readonly records: Model<PackRecord>) {}

  /**
   * Lets an object stay for another grace period, before a writer finds out whether it exists and
   * names it. Waits while it is being removed. Returns whether what the store has is damaged.
   * Throws UnavailableError if the removal does not end.
   */
  async reserve(sha256: string): Promise<{ isDamaged: boolean }> {
    for (let tries = 1; ; tries++) {
      const record = await this.records.findById(sha256).lean<PackRecord>();
      if (!record) return { isDamaged: false };
      if (!record.removing_at) {
        const isDamaged = record.damage !== undefined;
        if (!record.unnamed_since) return { isDamaged };
        const renewed = await this.records.updateOne(
          { _id: sha256, removing_at: { $exists: false } },
          { $set: { unnamed_since: new Date() } },
        );
        if (renewed.matchedCount === 1) return { isDamaged };
      }
      if (tries === REMOVAL_TRIES) throw new UnavailableError(undefined, { retryAfter: 5 });
      await pause(REMOVAL_PAUSE_MS);
    }
  }

  /** Notes that damaged content was stored again. */
  async noteRepaired(sha256: string): Promise<void> {
    await this.records.updateOne({ _id: sha256 }, { $unset: { damage: 1 } });
  }

  /** Of objects, those that are missing or differ from their digests. */
  async findDamaged(digests: readonly string[]): Promise<Set<string>> {
    const filter = { _id: { $in: [...digests] }, damage: { $exists: true } };
    const found = await this.records.find(filter, { _id: 1 }).lean<Pick<PackRecord, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }
}
