import type { ContextSigner, ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { SshKeyHolderServiceService } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { Authorizer } from '../../auth/authorize';
import type { GitStorages } from '../git-storages';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../../auth/authorization-cache';

/** What the SSH door works with. */
export interface SshOptions {
  /** Tells whose keys are. */
  holders: ServiceClient<typeof SshKeyHolderServiceService>;
  authorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  tier: number;
  log: Logger;
}
