import type { ContextSigner, ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { Authorizer } from '../../auth/authorize';
import type { GitStorages } from '../git-storages';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../../auth/authorization-cache';

/** Dependencies of git over SSH. */
export interface SshOptions {
  /** Client of the RPCs that find the holders of keys. */
  holders: ServiceClient<typeof SshKeyHolderServiceDefinition>;
  authorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  tier: number;
  /** Root of the URLs of repositories. */
  remoteRoot: string;
  log: Logger;
}
