/** Dependencies of the settings service; `compose.ts` creates them. */
import type { EntityStore, FileStore } from '@forgemesh/data';
import type { EventBus, SettingsAnnouncer } from '@forgemesh/events';
import type { ServiceClient } from '@forgemesh/rpc';
import type { SecretBox } from '@forgemesh/security';
import type { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import type { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import type { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import type { AppearanceDocument } from './appearance/appearance.model';
import type { BroadcastMessageDocument } from './broadcast-messages/broadcast-message.model';
import type { DeadLetterClient, ProcessClient, RotationClient } from './clients/clients';
import type { FeatureDocument } from './features/feature.model';
import type { SettingsDocument } from './settings/settings.model';
import type { Instance } from './settings/setting-kinds';

/** What the operations share. */
export interface SettingsService {
  store: EntityStore<SettingsDocument>;
  appearances: EntityStore<AppearanceDocument>;
  /** Pictures of the instance. */
  pictureFiles: FileStore;
  /** Tells every process of a change. */
  announce: SettingsAnnouncer;
  /** Seals the settings that are secrets. */
  box: SecretBox;
  /** What defaults and checks know of this instance. */
  instance: Instance;
  bus: EventBus;
  /** Names of all services. */
  services: string[];
  /** Who keeps dead letters, by the name of the service. */
  deadLetters: Map<string, DeadLetterClient>;
  /** Describe the processes of the services, by the name of the service. */
  processes: Map<string, ProcessClient>;
  /** Describe the rotation of the secret, by the name of the service. */
  rotations: Map<string, RotationClient>;
  broadcastMessages: EntityStore<BroadcastMessageDocument>;
  features: EntityStore<FeatureDocument>;
  /** Jobs of all kinds. */
  jobs: ServiceClient<typeof AdminJobServiceDefinition>;
  /** Finds users by name. */
  directory: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Finds projects and groups by path. */
  access: ServiceClient<typeof AccessServiceDefinition>;
}
