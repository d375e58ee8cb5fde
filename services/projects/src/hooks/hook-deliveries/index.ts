/** Public interface of `hooks/hook-deliveries`: what other areas of this service may import. */
export type { DeliveryDocument } from './delivery.model';
export type { HookTrigger } from './queue/enqueue-deliveries';
export { deliverNow } from './sending/deliver-now';
