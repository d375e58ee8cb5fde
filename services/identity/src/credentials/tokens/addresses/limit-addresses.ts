/**
 * Limits the number of addresses that one user may use within a time window; disabled by default.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ForbiddenError } from '@forgemesh/errors';
import type { TokensDeps } from '../deps';

/**
 * Records the address of a user. Throws ForbiddenError if there are too many. An unknown address is
 * not counted.
 */
export async function limitAddresses(
  { addresses, settings }: Pick<TokensDeps, 'addresses' | 'settings'>,
  userId: number,
  address: string,
): Promise<void> {
  const limits = settings.current();
  if (!limits.unique_ips_limit_enabled || address === '') return;
  const since = new Date(Date.now() - limits.unique_ips_limit_time_window * 1000);
  const existing = await addresses.find({ user_id: userId, seen_at: { $gte: since } }, { _id: 1 }).lean();
  const id = `${userId}/${address}`;
  if (!existing.some(({ _id }) => _id === id) && existing.length >= limits.unique_ips_limit_per_user) {
    throw new ForbiddenError();
  }
  try {
    await addresses.updateOne({ _id: id }, { $set: { user_id: userId, seen_at: new Date() } }, { upsert: true });
  } catch (error) {
    // A concurrent request recorded the same address.
    if (!isDuplicateKey(error)) throw error;
  }
}
