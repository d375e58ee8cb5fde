import type { EntityStore } from '@forgemesh/data';
import type { DeployTokenDocument } from './deploy-tokens/deploy-token.model';
import type { TokenDocument } from './tokens/token.model';

/** Dependencies of the removal of old tokens. */
export interface CleanTokensDeps {
  deployTokens: EntityStore<DeployTokenDocument>;
  tokens: EntityStore<TokenDocument>;
}
