import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { DeployTokenDocument } from '#credentials/deploy-tokens';
import type { AddressDocument, TokenDocument, TokenSecrets } from '#credentials/tokens';
import type { PasswordSignIn } from '#sign-in/passwords';
import type { GitSignInRecorder } from '#sign-in/sign-ins';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';

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
