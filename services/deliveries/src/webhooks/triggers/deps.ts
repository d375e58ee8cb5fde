import type { HooksDeps } from '#webhooks/hooks';
import type { PayloadsDeps } from '#webhooks/payloads';
import type { IntegrationCacheDeps } from '#integrations/settings';

/** Dependencies of the functions that create hook triggers. */
export interface TriggersDeps
  extends PayloadsDeps, IntegrationCacheDeps, Pick<HooksDeps, 'hookCache' | 'hooks' | 'settings'> {}
