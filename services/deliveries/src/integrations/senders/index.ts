/** Requests to other systems about the events of projects. */
export type { IntegrationSenderDeps } from './deps';
export type { HookPayload, Target } from './sender';
export { senders } from './senders';
export { subscribedIntegrations } from './subscribed-integrations';
