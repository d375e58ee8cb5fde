import type { EntityStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { IssuedSecretDocument } from '#credentials/tokens/secrets/issued-secret.model';
import type { TokenSecrets } from '#credentials/tokens/secrets/token-secrets';
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
