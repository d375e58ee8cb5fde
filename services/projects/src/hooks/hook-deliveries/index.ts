/** The queue and log of hook deliveries. */
export type { DeliveryDocument } from './delivery.model';
export type { HookTrigger } from './queue/enqueue-deliveries';
export { deliverNow } from './sending/deliver-now';
