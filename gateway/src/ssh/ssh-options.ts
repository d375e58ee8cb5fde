import type { ContextSigner, Logger, ServiceClient } from '@forgemesh/kit';
import type { SshKeyHolderServiceService } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { Authorizer } from '../authorize';
import type { RateLimiter } from '../rate-limit/rate-limiter';

/** What the SSH door works with. */
export interface SshOptions {
  /** Tells whose keys are. */
  holders: ServiceClient<typeof SshKeyHolderServiceService>;
  authorizer: Authorizer;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  /** HTTP URL of each storage. */
  addresses: Record<string, string>;
  tier: number;
  log: Logger;
}
