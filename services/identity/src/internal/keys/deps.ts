import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { ActivityRecorder } from '#authentication';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import type { AddressDocument } from '#credentials/tokens';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';

/** Dependencies of the RPCs about keys. */
export interface InternalKeysDeps {
  users: EntityStore<UserDocument>;
  sshKeys: EntityStore<SshKeyDocument>;
  activity: ActivityRecorder;
  addresses: Model<AddressDocument>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
}
