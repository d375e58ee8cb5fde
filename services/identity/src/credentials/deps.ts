import type { EntityStore } from '@forgemesh/data';
import type { DeployTokenDocument } from '#credentials/deploy-tokens';
import type { TokenDocument } from '#credentials/tokens';

/** Dependencies of the removal of old tokens. */
export interface CleanTokensDeps {
  deployTokens: EntityStore<DeployTokenDocument>;
  tokens: EntityStore<TokenDocument>;
}
