/** Deliveries that a request waits for. */
import { ForgeError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { type HookDocument, openUrl } from '#webhooks/hooks';
import type { DeliveryDocument } from '../delivery.model';
import { recordDeliveryResult } from '../queue/hook-deliverer';
import { enqueueDelivery, type NewDelivery } from '../queue/enqueue-deliveries';
import type { DirectDeliveryDeps } from '../deps';
import { sendDelivery } from './send-delivery';

/** The queue sends the delivery after this time if the process has not sent it. */
const QUEUE_DELAY_MS = 60_000;

/**
 * Sends once and returns the status of the response. The delivery is stored before it is sent, so
 * that a repeated call finds it. Throws `unprocessable` without a response.
 */
export async function deliverNow(
  { deps, operationId }: Call<DirectDeliveryDeps>,
  hook: HookDocument,
  delivery: Omit<NewDelivery, 'event_key' | 'resource' | 'at'>,
): Promise<number> {
  const key = `${operationId ?? ''}:${hook._id}`;
  // A resource key of its own makes the delivery independent of all other deliveries.
  const own = { event_key: key, resource: key, at: new Date(), due_at: new Date(Date.now() + QUEUE_DELAY_MS) };
  const queued = await enqueueDelivery(deps, hook, { ...delivery, ...own });
  if (!queued) return statusOf(await deps.deliveries.findOne({ event_key: key }).lean<DeliveryDocument>());
  const result = await sendDelivery(deps, { ...hook, kind: 'hook', url: openUrl(deps, hook) }, queued);
  await recordDeliveryResult(deps, queued, { ...result, shouldRetry: false });
  return statusOf(result.sent);
}

function statusOf(sent: Pick<DeliveryDocument, 'response_status' | 'internal_error'> | null): number {
  const status = Number(sent?.response_status);
  if (status > 0) return status;
  throw new ForgeError('unprocessable', sent?.internal_error || 'the address does not answer');
}
