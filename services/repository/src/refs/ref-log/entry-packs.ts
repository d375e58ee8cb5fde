/** Finds out which packs the entries of all logs name. */
import type { Model } from 'mongoose';
import { type EntryPacks, type NamedByDocument, packsInRange, packsInStore } from '#refs/packs';
import type { RefLogEntry } from './ref-log-entry.model';

/** Creates the functions. */
export function createEntryPacks(refLog: Model<RefLogEntry>): EntryPacks {
  return {
    listInRange: (digits) =>
      refLog
        .find(packsInRange(digits), { 'packs.sha256': 1, 'packs.size': 1 })
        .readConcern('majority')
        .lean<NamedByDocument[]>()
        .cursor() as AsyncIterable<NamedByDocument>,
    isNamed: async (sha256) =>
      (await refLog.findOne({ 'packs.sha256': sha256 }, { _id: 1 }).readConcern('majority').lean()) !== null,
    listNeeding: (digests) =>
      refLog.find(packsInStore(digests), { project_id: 1, kind: 1, packs: 1 }).lean<NamedByDocument[]>(),
  };
}
