import type { EntityStore } from '@forgemesh/data';
import type { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Model } from 'mongoose';
import type { DeployTokenDocument } from '#credentials/deploy-tokens';
import type { GpgKeyDocument } from '#credentials/gpg-keys';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import type { StaticObjectTokenDocument } from '#credentials/static-object-tokens';
import type { AddressDocument, TokenDocument } from '#credentials/tokens';
import type { TwoFactorDocument } from '#sign-in/two-factor';

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
