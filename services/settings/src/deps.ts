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
import type { DeadLetterClient, ProcessClient, SecretRotationClient } from './clients/clients';
import type { FeatureDocument } from './features/feature.model';
import type { SettingsDocument } from './settings/settings.model';
import type { Instance } from './settings/setting-kinds';

/** Dependencies of the operations. */
export interface SettingsService {
  store: EntityStore<SettingsDocument>;
  appearances: EntityStore<AppearanceDocument>;
  /** Images of the instance. */
  pictureFiles: FileStore;
  /** Announces changed settings to all processes. */
  announce: SettingsAnnouncer;
  /** Seals secret settings. */
  box: SecretBox;
  /** Properties of the instance that defaults and checks depend on. */
  instance: Instance;
  bus: EventBus;
  /** Names of all services. */
  services: string[];
  /** Dead letter clients by service name. */
  deadLetters: Map<string, DeadLetterClient>;
  /** Process information clients by service name. */
  processes: Map<string, ProcessClient>;
  /** Secret rotation clients by service name. */
  rotations: Map<string, SecretRotationClient>;
  broadcastMessages: EntityStore<BroadcastMessageDocument>;
  features: EntityStore<FeatureDocument>;
  /** Counts jobs of all kinds. */
  jobs: ServiceClient<typeof AdminJobServiceDefinition>;
  /** Finds users by username. */
  directory: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Finds projects and groups by full path. */
  access: ServiceClient<typeof AccessServiceDefinition>;
}
