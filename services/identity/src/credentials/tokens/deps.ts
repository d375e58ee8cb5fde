import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { UserDocument } from '#users/accounts';
import type { AddressDocument } from './addresses/address.model';
import type { IssuedSecretDocument } from './secrets/issued-secret.model';
import type { TokenSecrets } from './secrets/token-secrets';
import type { TokenDocument } from './token.model';

/** Dependencies of tokens. */
export interface TokensDeps {
  users: EntityStore<UserDocument>;
  tokens: EntityStore<TokenDocument>;
  /** Encrypted copies of recently issued tokens. */
  issuedSecrets: Model<IssuedSecretDocument>;
  issuedSecretBox: SecretBox;
  addresses: Model<AddressDocument>;
  secrets: TokenSecrets;
  settings: Settings<ApplicationSettings>;
  log: Logger;
}
