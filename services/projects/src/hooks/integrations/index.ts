/** Integrations of projects with other systems. */
export { isBranchNotified } from './branch-rules';
export { preloadIntegrations, projectIntegrations } from './cached-integrations';
export { mailSlugs, trackerSlugs } from './definitions';
export { recipientsOf } from './integration-settings';
export { openProperties, presentIntegration } from './integration.entity';
export { type IntegrationDocument, type IntegrationEvent, integrationEvents } from './integration.model';
export { senders } from './senders';
export type { HookPayload, Target } from './sending/sender';
export { subscribedIntegrations } from './subscribed-integrations';
