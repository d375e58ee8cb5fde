/** Creates the dependencies of the settings service. */
import { MAX_TIER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { createSettingsAnnouncer } from '@forgemesh/events';
import { deployableOf } from '@forgemesh/rpc';
import { createSecretBox } from '@forgemesh/security';
import { createObjectStorage, type Runtime } from '@forgemesh/service';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { presentAppearance } from './appearance/appearance.entity';
import { createAppearanceModel } from './appearance/appearance.model';
import { presentBroadcastMessage } from './broadcast-messages/broadcast-message.entity';
import { createBroadcastMessageModel } from './broadcast-messages/broadcast-message.model';
import {
  createDeadLetterClients,
  createObjectMigrationClients,
  createProcessClients,
  createSecretRotationClients,
} from './clients/clients';
import { measureOldestEvents } from './administration/event-consumers/measure-oldest-events';
import type { SettingsConfig } from './config';
import { presentFeature } from './features/feature.entity';
import { createFeatureModel } from './features/feature.model';
import { presentSettings } from './application-settings/settings.entity';
import { createSettingsModel, SETTINGS_ID, type SettingsDocument } from './application-settings/settings.model';
import { sealPlainValues } from './application-settings/stored-values';
import type { SettingsService } from './deps';

/** Creates the dependencies. */
export function createSettingsService(runtime: Runtime<SettingsConfig>): SettingsService {
  const { config, connection, outbox, bus, caller, log, metrics } = runtime;
  const instance = {
    hostname: new URL(config.FORGE_EXTERNAL_URL).hostname,
    storages: Object.keys(config.FORGE_GIT_ADDRESSES),
  };
  // Shards of a service differ in the part after the slash and share its database.
  const names = Object.keys(config.FORGE_ADDRESSES).map(deployableOf);
  const services = [...new Set(names)].sort();
  // The settings service consumes no events, so it has no dead letters.
  const others = services.filter((name) => name !== 'settings');
  // Only worker processes measure, so that each value is exported once.
  if (config.FORGE_ROLE !== 'api') measureOldestEvents({ bus, services }, metrics);
  const box = createSecretBox(config.FORGE_SECRET, 'settings');
  const present = (document: SettingsDocument): object => presentSettings(document, { instance, box, tier: MAX_TIER });
  const objectStorage = createObjectStorage('settings', runtime);
  return {
    store: outbox.store(createSettingsModel(connection), present),
    appearances: outbox.store(createAppearanceModel(connection), presentAppearance),
    objectStorage,
    pictureFiles: objectStorage.fileStore('appearance_pictures'),
    announce: createSettingsAnnouncer(bus, 'settings.changed', { log }),
    box,
    instance,
    bus,
    services,
    natsMonitors: config.natsMonitors,
    log,
    deadLetters: createDeadLetterClients(caller, others),
    processes: createProcessClients(caller, services),
    rotations: createSecretRotationClients(caller, services),
    objectMigrations: createObjectMigrationClients(caller, services),
    broadcastMessages: outbox.store(createBroadcastMessageModel(connection), presentBroadcastMessage),
    features: outbox.store(createFeatureModel(connection), presentFeature),
    jobs: caller.client(AdminJobServiceDefinition, 'projects'),
    directory: caller.client(DirectoryServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
  };
}

/**
 * Creates the settings document on the first start, and seals secrets that an earlier version
 * stored in plain text.
 */
export async function storeFirstDocument({ store, box }: SettingsService): Promise<void> {
  const now = new Date();
  try {
    if (!(await store.find(SETTINGS_ID)))
      await store.insert({ _id: SETTINGS_ID, values: {}, has_geo_nodes: false, created_at: now, updated_at: now });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await store.mutate(SETTINGS_ID, ({ values }) => {
    const sealed = sealPlainValues(values, box);
    return sealed ? { set: { values: sealed } } : null;
  });
}
