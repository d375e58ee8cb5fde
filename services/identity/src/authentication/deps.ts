import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { DeployTokenDocument } from '#credentials/deploy-tokens/deploy-token.model';
import type { AddressDocument } from '#credentials/tokens/addresses/address.model';
import type { TokenSecrets } from '#credentials/tokens/secrets/token-secrets';
import type { TokenDocument } from '#credentials/tokens/token.model';
import type { PasswordSignIn } from '#sign-in/passwords/password-sign-in';
import type { GitSignInRecorder } from '#sign-in/sign-ins/git-sign-in-recorder';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/users/user.model';

/** Dependencies of authentication. */
export interface AuthenticationDeps {
  users: EntityStore<UserDocument>;
  /** Records sign-ins to git by password. */
  gitSignIns: GitSignInRecorder;
  deployTokens: EntityStore<DeployTokenDocument>;
  tokens: EntityStore<TokenDocument>;
  /** Whether impersonation tokens are accepted. */
  isImpersonationEnabled: boolean;
  addresses: Model<AddressDocument>;
  /** Caches tokens by digest. */
  tokenCache: QueryCache<TokenDocument | null>;
  /** Signs users in by password. */
  passwordSignIn: PasswordSignIn;
  /** Caches token holders by user id. */
  holderCache: QueryCache<UserDocument | null>;
  secrets: TokenSecrets;
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  log: Logger;
}
