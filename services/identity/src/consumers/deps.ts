import type { EntityStore } from '@forgemesh/data';
import type { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Model } from 'mongoose';
import type { DeployTokenDocument } from '#credentials/deploy-tokens/deploy-token.model';
import type { GpgKeyDocument } from '#credentials/gpg-keys/gpg-key.model';
import type { SshKeyDocument } from '#credentials/ssh-keys/ssh-key.model';
import type { StaticObjectTokenDocument } from '#credentials/static-object-tokens/static-object-token.model';
import type { AddressDocument } from '#credentials/tokens/addresses/address.model';
import type { TokenDocument } from '#credentials/tokens/token.model';
import type { TwoFactorDocument } from '#sign-in/two-factor/two-factor.model';

/** Dependencies of the consumers. */
export interface ConsumersDeps {
  sshKeys: EntityStore<SshKeyDocument>;
  gpgKeys: EntityStore<GpgKeyDocument>;
  deployTokens: EntityStore<DeployTokenDocument>;
  tokens: EntityStore<TokenDocument>;
  addresses: Model<AddressDocument>;
  /** Second factors by user id. */
  twoFactors: Model<TwoFactorDocument>;
  /** Static object tokens by user id. */
  staticObjectTokens: Model<StaticObjectTokenDocument>;
  /** Checks whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
}
