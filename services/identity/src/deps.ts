/** Dependencies of the identity service; `compose.ts` creates them. */
import type { ObjectStorage } from '@forgemesh/objects';
import type { SecretBox } from '@forgemesh/security';
import type { AccessDeps } from './access/deps';
import type { AuthenticationDeps } from './authentication/deps';
import type { ConsumersDeps } from './consumers/deps';
import type { CleanTokensDeps } from './credentials/deps';
import type { DeployKeysDeps } from './credentials/deploy-keys/deps';
import type { DeployTokensDeps } from './credentials/deploy-tokens/deps';
import type { GpgKeysDeps } from './credentials/gpg-keys/deps';
import type { SshKeysDeps } from './credentials/ssh-keys/deps';
import type { StaticObjectTokensDeps } from './credentials/static-object-tokens/deps';
import type { TokensDeps } from './credentials/tokens/deps';
import type { OwnAccountDeps } from './internal/own-account/deps';
import type { InternalPasswordResetsDeps } from './internal/password-resets/deps';
import type { InternalKeysDeps } from './internal/keys/deps';
import type { RegistrationsDeps } from './internal/registrations/deps';
import type { InternalStaticObjectTokensDeps } from './internal/static-object-tokens/deps';
import type { InternalTermsDeps } from './internal/terms/deps';
import type { InternalTokensDeps } from './internal/tokens/deps';
import type { InternalUsersDeps } from './internal/users/deps';
import type { EmailLinksDeps } from './sign-in/email-links/deps';
import type { PasswordsDeps } from './sign-in/passwords/deps';
import type { SignInsDeps } from './sign-in/sign-ins/deps';
import type { TwoFactorDeps } from './sign-in/two-factor/deps';
import type { TermsDeps } from './users/deps';
import type { AvatarsDeps } from './users/avatars/deps';
import type { CustomAttributesDeps } from './users/custom-attributes/deps';
import type { EmailsDeps } from './users/emails/deps';
import type { PreferencesDeps } from './users/preferences/deps';
import type { SavedFiltersDeps } from './users/saved-filters/deps';
import type { StatusesDeps } from './users/statuses/deps';
import type { UsersDeps } from './users/accounts/deps';

/** The dependencies of all areas. */
export interface Identity
  extends
    AccessDeps,
    AuthenticationDeps,
    ConsumersDeps,
    CleanTokensDeps,
    DeployKeysDeps,
    DeployTokensDeps,
    GpgKeysDeps,
    SshKeysDeps,
    StaticObjectTokensDeps,
    TokensDeps,
    OwnAccountDeps,
    InternalPasswordResetsDeps,
    InternalKeysDeps,
    RegistrationsDeps,
    InternalStaticObjectTokensDeps,
    InternalTermsDeps,
    InternalTokensDeps,
    InternalUsersDeps,
    EmailLinksDeps,
    PasswordsDeps,
    SignInsDeps,
    TwoFactorDeps,
    TermsDeps,
    AvatarsDeps,
    CustomAttributesDeps,
    EmailsDeps,
    PreferencesDeps,
    SavedFiltersDeps,
    StatusesDeps,
    UsersDeps {
  rootToken: RootToken;
  /** Seals password hashes. */
  passwordBox: SecretBox;
  objectStorage: ObjectStorage;
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
