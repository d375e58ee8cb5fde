import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { TokenHolders } from '#authentication';
import type { StaticObjectTokenDocument } from '#credentials/static-object-tokens';
import type { Urls } from '#urls';

/** Dependencies of the RPCs about static object tokens. */
export interface InternalStaticObjectTokensDeps {
  /** Static object tokens by user id. */
  staticObjectTokens: Model<StaticObjectTokenDocument>;
  /** Encrypts static object tokens. */
  staticObjectTokenBox: SecretBox;
  /** Finds tokens and their holders. */
  tokenHolders: TokenHolders;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
