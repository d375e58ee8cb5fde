import type { Urls } from '#clients';
import type { BranchRuleDeps } from '#integrations/settings';

/** Dependencies for turning events into requests to other systems. */
export interface IntegrationSenderDeps extends BranchRuleDeps {
  urls: Urls;
}
