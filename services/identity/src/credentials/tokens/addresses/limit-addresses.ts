/**
 * The limit of addresses from which one user may come within a window; off unless the instance
 * turns it on.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ForbiddenError } from '@forgemesh/errors';
import type { Identity } from '../../../deps';

/**
 * Notes the address of a user. Throws ForbiddenError where there are too many; an address that is
 * not known is not counted.
 */
export async function limitAddresses(
  { addresses, settings }: Identity,
  userId: number,
  address: string,
): Promise<void> {
  const limits = settings.current();
  if (!limits.unique_ips_limit_enabled || address === '') return;
  const since = new Date(Date.now() - limits.unique_ips_limit_time_window * 1000);
  const known = await addresses.find({ user_id: userId, seen_at: { $gte: since } }, { _id: 1 }).lean();
  const id = `${userId}/${address}`;
  if (!known.some(({ _id }) => _id === id) && known.length >= limits.unique_ips_limit_per_user) {
    throw new ForbiddenError();
  }
  try {
    await addresses.updateOne({ _id: id }, { $set: { user_id: userId, seen_at: new Date() } }, { upsert: true });
  } catch (error) {
    // Two requests at once noted the same address.
    if (!isDuplicateKey(error)) throw error;
  }
}
