import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { IssuedSecretDocument, TokenDocument, TokenSecrets } from '#credentials/tokens';
import type { PasswordSignIn, SignInFailureDocument } from '#sign-in/passwords';
import type { TwoFactorDocument } from '#sign-in/two-factor';
import type { UserDocument } from '#users/accounts';

/** Dependencies of sign-ins. */
export interface SignInsDeps {
  users: EntityStore<UserDocument>;
  tokens: EntityStore<TokenDocument>;
  /** Encrypted copies of recently issued tokens. */
  issuedSecrets: Model<IssuedSecretDocument>;
  issuedSecretBox: SecretBox;
  signInFailures: Model<SignInFailureDocument>;
  /** Second factors by user id. */
  twoFactors: Model<TwoFactorDocument>;
  /** Encrypts the secrets of authenticator apps. */
  twoFactorBox: SecretBox;
  /** Digests of a recovery code by key, the current key first. */
  recoveryDigests: (code: string) => string[];
  /** Signs users in by password. */
  passwordSignIn: PasswordSignIn;
  secrets: TokenSecrets;
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  log: Logger;
}
