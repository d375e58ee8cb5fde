import type { EntityStore, Outbox } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { IssuedSecretDocument } from '#credentials/tokens';
import type { PasswordSignIn, SignInFailureDocument } from '#sign-in/passwords';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';
import type { TwoFactorDocument } from './two-factor.model';

/** Dependencies of two-factor authentication. */
export interface TwoFactorDeps {
  users: EntityStore<UserDocument>;
  /** Publishes an event that changes no document. */
  record: Outbox['record'];
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
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
