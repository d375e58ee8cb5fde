import type { ResponseOf } from '@forgemesh/rpc';
import type { HookEvent } from '@forgemesh/proto/deliveries/v1/hook_event';
import type { DeliveryDocument } from './delivery.model';

/** Presents a delivery. */
export function presentDelivery(delivery: DeliveryDocument): ResponseOf<HookEvent> {
  const { request_data: data } = delivery;
  return {
    ...presentDeliverySummary(delivery),
    request_headers: delivery.request_headers,
    request_data: data === '' ? null : (JSON.parse(data) as Record<string, unknown>),
    response_headers: delivery.response_headers,
    response_body: delivery.response_body,
  };
}

/** A delivery and its state, without the contents of request and response. */
export function presentDeliverySummary(delivery: DeliveryDocument) {
  return {
    id: delivery._id,
    url: delivery.url,
    trigger: delivery.trigger,
    execution_duration: delivery.execution_duration,
    response_status: delivery.response_status,
    internal_error_message: delivery.internal_error || null,
    state: delivery.state,
    tries: delivery.tries,
    next_try_at: nextTryOf(delivery)?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
  };
}

/** Immediate deliveries have a placeholder as due date; they were due when they were queued. */
function nextTryOf({
  due_at: due,
  created_at: queued,
}: Pick<DeliveryDocument, 'due_at' | 'created_at'>): Date | undefined {
  return due && due < queued ? queued : due;
}
