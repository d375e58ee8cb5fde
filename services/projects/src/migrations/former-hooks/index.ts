/** Webhooks, integrations and deliveries that earlier releases stored in this service. */
export { type FormerDelivery, TRANSFERRED } from './former-delivery.model';
export { type FormerHook, openFormerUrl } from './former-hook.model';
export type { FormerIntegration } from './former-integration.model';
