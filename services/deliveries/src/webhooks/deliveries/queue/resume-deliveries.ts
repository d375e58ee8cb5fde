import type { HookDocument } from '#webhooks/hooks';
import type { HookDeliveriesDeps } from '../deps';

/**
 * Makes the waiting deliveries of a hook due, after its receiver recovered or the hook was changed.
 */
export async function resumeDeliveries(
  { deliveries }: Pick<HookDeliveriesDeps, 'deliveries'>,
  hook: Pick<HookDocument, '_id'>,
): Promise<void> {
  const now = new Date();
  await deliveries.updateMany({ hook_id: hook._id, state: 'waiting', due_at: { $gt: now } }, { $set: { due_at: now } });
}
