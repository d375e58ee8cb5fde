import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { StaticObjectTokenDocument } from './static-object-token.model';

/** Dependencies of static object tokens. */
export interface StaticObjectTokensDeps {
  /** Static object tokens by user id. */
  staticObjectTokens: Model<StaticObjectTokenDocument>;
  /** Encrypts static object tokens. */
  staticObjectTokenBox: SecretBox;
}
