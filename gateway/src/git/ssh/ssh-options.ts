import type { PaceLimits } from '@forgemesh/admission';
import type { ContextSigner, ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { Authorizer } from '../../auth/authorize';
import type { LfsTokens } from '../lfs/lfs-tokens';
import type { GitStorages } from '../git-storages';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../../auth/authorization-cache';

/** Client of the RPCs that find the holders of keys. */
export type KeyHolders = ServiceClient<typeof SshKeyHolderServiceDefinition>;

/** Dependencies of git over SSH. */
export interface SshOptions {
  holders: KeyHolders;
  authorizer: Authorizer;
  /** For requests about large files. */
  lfsAuthorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  tier: number;
  /** Root of the URLs of repositories. */
  remoteRoot: string;
  /** URL of the instance. */
  externalUrl: string;
  lfsTokens: LfsTokens;
  /** Minimum speed of uploads of large files. */
  pace: PaceLimits;
  log: Logger;
}
