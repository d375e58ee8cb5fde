/** Integrations of projects with other systems: their kinds and settings. */
export { isBranchNotified } from './branch-rules';
export { preloadIntegrations, projectIntegrations } from './cached-integrations';
export {
  channelProperties,
  type Definition,
  definitions,
  mailSlugs,
  type Markup,
  type Properties,
  trackerSlugs,
} from './definitions';
export type { BranchRuleDeps, IntegrationCacheDeps, IntegrationsDeps } from './deps';
export { recipientsOf } from './integration-settings';
export { openProperties, presentIntegration } from './integration.entity';
export {
  type ChatEvent,
  chatEvents,
  type IntegrationDocument,
  type IntegrationEvent,
  integrationEvents,
} from './integration.model';
export { parseRepositoryUrl } from './repository-url';
export { textOf } from './text-of';
