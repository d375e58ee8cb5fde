import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { SshKeyDocument } from '#credentials/ssh-keys/ssh-key.model';
import type { AddressDocument } from '#credentials/tokens/addresses/address.model';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/users/user.model';

/** Dependencies of ssh keys. */
export interface InternalSshKeysDeps {
  users: EntityStore<UserDocument>;
  sshKeys: EntityStore<SshKeyDocument>;
  addresses: Model<AddressDocument>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
