import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { IssuedSecretDocument, TokenSecrets } from '#credentials/tokens';
import type { DeployTokenDocument } from './deploy-token.model';

/** Dependencies of deploy tokens. */
export interface DeployTokensDeps {
  deployTokens: EntityStore<DeployTokenDocument>;
  /** Encrypted copies of recently issued tokens. */
  issuedSecrets: Model<IssuedSecretDocument>;
  issuedSecretBox: SecretBox;
  secrets: TokenSecrets;
  log: Logger;
}
