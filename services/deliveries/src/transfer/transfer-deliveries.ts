/** Transfers deliveries of webhooks: those that wait to be sent, and the log. */
import { isDuplicateKey } from '@forgemesh/data';
import { TransferKind } from '@forgemesh/proto/projects/v1/delivery_transfer';
import type { DeliveryDocument } from '#webhooks/deliveries';
import { confirmRows, transferPages, type TransferCount, type TransferRow } from './transfer-pages';
import type { TransferStepDeps } from './deps';
import { TRANSFER_ID } from './transfer.model';

/** Transfers deliveries that wait to be sent, and starts sending them. */
export function transferWaitingDeliveries(deps: TransferStepDeps): Promise<TransferCount> {
  const kind = TransferKind.TRANSFER_KIND_WAITING_DELIVERY;
  return transferPages(deps, kind, {
    store: (row) => storeDelivery(deps, row),
    async confirm(rows) {
      await confirmRows(deps, kind, rows);
      for (const row of rows) deps.deliverer.wake(Number(row['hook_id']));
    },
  });
}

/** Transfers the log of deliveries from where an earlier run stopped. */
export async function transferLog(deps: TransferStepDeps): Promise<TransferCount> {
  const progress = await deps.transfers.findById(TRANSFER_ID).lean();
  return transferPages(deps, TransferKind.TRANSFER_KIND_COMPLETE_DELIVERY, {
    after: progress?.delivery_id ?? 0,
    store: (row) => storeDelivery(deps, row),
    async confirm(rows) {
      const last = rows.at(-1)?._id ?? 0;
      await deps.transfers.updateOne({ _id: TRANSFER_ID }, { $max: { delivery_id: last } });
    },
  });
}

/** A delivery is identified by its event and webhook; its id may have been given again. */
async function storeDelivery({ deliveries, nextDeliveryId }: TransferStepDeps, row: TransferRow): Promise<void> {
  const delivery = deliveryOf(row);
  try {
    await deliveries.create([delivery]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (await deliveries.exists({ event_key: delivery.event_key })) return;
    await deliveries.create([{ ...delivery, _id: await nextDeliveryId() }]);
  }
}

/** Times of a row in JSON. */
interface StoredDates {
  occurred_at: string;
  created_at: string;
  due_at?: string;
}

function deliveryOf(row: TransferRow): DeliveryDocument {
  const stored = row as unknown as Omit<DeliveryDocument, keyof StoredDates> & StoredDates;
  return {
    _id: stored._id,
    hook_id: stored.hook_id,
    event_key: stored.event_key,
    event_id: stored.event_id,
    trigger: stored.trigger,
    event_name: stored.event_name,
    resource: stored.resource,
    occurred_at: new Date(stored.occurred_at),
    state: stored.state,
    ...(stored.due_at !== undefined && { due_at: new Date(stored.due_at) }),
    tries: stored.tries,
    request_data: stored.request_data,
    ...(stored.url_suffix !== undefined && { url_suffix: stored.url_suffix }),
    url: stored.url,
    request_headers: stored.request_headers,
    response_headers: stored.response_headers,
    response_body: stored.response_body,
    response_status: stored.response_status,
    internal_error: stored.internal_error,
    execution_duration: stored.execution_duration,
    created_at: new Date(stored.created_at),
  };
}
