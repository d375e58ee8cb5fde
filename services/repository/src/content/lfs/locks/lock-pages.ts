import type { QueryFilter } from 'mongoose';
import type { LfsDeps } from '../deps';
import { LfsError } from '../protocol/lfs-error';
import type { LfsLockDocument } from './lfs-lock.model';

const MAX_LOCKS = 100;
const digits = /^\d{1,15}$/;

/** A page of locks. */
export interface LockPage {
  locks: LfsLockDocument[];
  /** Where the next page begins; absent on the last one. */
  next_cursor?: string;
}

/** Lists the locks of a project in the order in which they were created. */
export async function listLockPage(
  { lfsLocks }: Pick<LfsDeps, 'lfsLocks'>,
  filter: { project_id: number; path?: string; _id?: number },
  { cursor, limit }: { cursor: unknown; limit: unknown },
): Promise<LockPage> {
  const [from, count] = [readNumber(cursor, 0), Math.min(readNumber(limit, MAX_LOCKS), MAX_LOCKS) || MAX_LOCKS];
  const { _id: id, ...fields } = filter;
  const query = { ...fields, _id: { $gte: from, ...(id !== undefined && { $eq: id }) } };
  const found = await lfsLocks
    .find(query as QueryFilter<LfsLockDocument>, undefined, { sort: { _id: 1 }, limit: count + 1 })
    .lean<LfsLockDocument[]>();
  const next = found[count];
  return { locks: found.slice(0, count), ...(next && { next_cursor: String(next._id) }) };
}

/** Reads a number that a client may send as text; a default for none. */
function readNumber(value: unknown, absent: number): number {
  if (value === undefined || value === null || value === '') return absent;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (!digits.test(text)) throw new LfsError(422, 'The cursor and the limit are numbers.');
  return Number(text);
}
