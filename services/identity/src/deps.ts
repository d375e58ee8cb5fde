/** Dependencies of the identity service; `compose.ts` creates them. */
import type { QueryCache, EntityStore, FileStore, LongLists, Outbox, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ServiceClient } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import type { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import type { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { DeployTokenDocument } from './credentials/deploy-tokens/deploy-token.model';
import type { GpgKeyDocument } from './credentials/gpg-keys/gpg-key.model';
import type { GitSignInRecorder } from './sign-in/sign-ins/git-sign-in-recorder';
import type { LinkSecrets } from './sign-in/email-links/link-secrets';
import type { SignInFailureDocument } from './sign-in/passwords/sign-in-failure.model';
import type { SshKeyDocument } from './credentials/ssh-keys/ssh-key.model';
import type { StaticObjectTokenDocument } from './credentials/static-object-tokens/static-object-token.model';
import type { ActivityRecorder } from './authentication/activity';
import type { AddressDocument } from './credentials/tokens/addresses/address.model';
import type { IssuedSecretDocument } from './credentials/tokens/secrets/issued-secret.model';
import type { ImpersonationRecorder } from './credentials/tokens/impersonation/impersonation-recorder';
import type { TokenDocument } from './credentials/tokens/token.model';
import type { TokenSecrets } from './credentials/tokens/secrets/token-secrets';
import type { Urls } from './urls';
import type { UserDraft } from './users/users/drafts/user-draft.model';
import type { PasswordTransition } from './users/users/passwords/password-transition';
import type { Passwords } from './users/users/passwords/passwords';
import type { UserDocument } from './users/users/user.model';
import type { TwoFactorDocument } from './sign-in/two-factor/two-factor.model';

/** Dependencies shared by operations and schedules. */
export interface Identity {
  users: EntityStore<UserDocument>;
  /** Publishes an event that changes no document. */
  record: Outbox['record'];
  /** Records that administrators act as other users. */
  impersonations: ImpersonationRecorder;
  /** Records sign-ins to git by password. */
  gitSignIns: GitSignInRecorder;
  userLists: LongLists<UserDocument>;
  sshKeys: EntityStore<SshKeyDocument>;
  gpgKeys: EntityStore<GpgKeyDocument>;
  deployTokens: EntityStore<DeployTokenDocument>;
  drafts: Model<UserDraft>;
  /** Avatars of users. */
  avatarFiles: FileStore;
  /** URL template of the avatar service; empty if there is none. */
  avatarServiceUrl: string;
  tokens: EntityStore<TokenDocument>;
  /** Encrypted copies of recently issued tokens. */
  issuedSecrets: Model<IssuedSecretDocument>;
  issuedSecretBox: SecretBox;
  /** Whether impersonation tokens are accepted. */
  isImpersonationEnabled: boolean;
  rootToken: RootToken;
  passwords: Passwords;
  /** Transition to sealed password hashes. */
  passwordTransition: PasswordTransition;
  /** Seals password hashes. */
  passwordBox: SecretBox;
  /** Password checks in progress, shared by identical attempts. */
  passwordChecks: Map<string, Promise<boolean>>;
  addresses: Model<AddressDocument>;
  signInFailures: Model<SignInFailureDocument>;
  /** Second factors by user id. */
  twoFactors: Model<TwoFactorDocument>;
  /** Encrypts the secrets of authenticator apps. */
  twoFactorBox: SecretBox;
  /** Digests of a recovery code by key, the current key first. */
  recoveryDigests: (code: string) => string[];
  /** Static object tokens by user id. */
  staticObjectTokens: Model<StaticObjectTokenDocument>;
  /** Encrypts static object tokens. */
  staticObjectTokenBox: SecretBox;
  /** Caches tokens by digest. */
  tokenCache: QueryCache<TokenDocument | null>;
  /** Caches token holders by user id. */
  holderCache: QueryCache<UserDocument | null>;
  /** Caches users by id, for their profiles in other services. */
  profileCache: QueryCache<UserDocument, number>;
  sequences: Sequences;
  secrets: TokenSecrets;
  /** Tokens of links in emails. */
  linkSecrets: LinkSecrets;
  activity: ActivityRecorder;
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Checks whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  namespaces: ServiceClient<typeof NamespaceClaimServiceDefinition>;
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  log: Logger;
  /** Stops the background work. */
  stopping: AbortController;
}

/** Token of the first administrator. */
export interface RootToken {
  /** The configured token; empty creates a random one. */
  configured: string;
  /** File that stores the token. */
  file: string;
}
