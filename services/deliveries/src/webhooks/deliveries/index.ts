/** The queue and log of hook deliveries. */
export type { DeliveryRunner } from './delivery-runner';
export type { DeliveryDocument } from './delivery.model';
export type { HookTrigger } from './queue/enqueue-deliveries';
export { deliverNow } from './sending/deliver-now';
