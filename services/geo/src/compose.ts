/** Creates the dependencies of the geo service. */
import { QueryCache } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createSecretBox } from '@forgemesh/security';
import { API_VERSION, createObjectStorage, type Runtime } from '@forgemesh/service';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { PrimaryResponseCache } from './delegated-auth/primary-response-cache';
import { createClients } from './clients/clients';
import type { GeoConfig } from './config';
import { createEventModel } from './replication/events/event.model';
import { createFileModel } from './replication/files/file.model';
import { SyncScheduler } from './replication/sync/sync-scheduler';
import { fileReplicaStore } from './replication/file-replica-store';
import { createLfsReplicaStore } from './replication/lfs-replica-store';
import { ReplicationStateStore } from './replication/replication-state.model';
import { computeOwnReport } from './replication/own-report';
import { PrimaryLink } from './clients/primary-link';
import { PrimaryClient } from './replication/primary/primary-client';
import { createRepositoryReplicaStore } from './replication/repository-replica-store';
import { presentNode } from './nodes/node.entity';
import { createNodeModel } from './nodes/node.model';
import { createSite } from './nodes/site';
import { createRegistryModel } from './replication/registry/registry.model';
import type { Geo } from './deps';

/** Creates the dependencies. */
export function createGeo(runtime: Runtime<GeoConfig>): Geo {
  const { config, log, connection, outbox, caller, bus } = runtime;
  const role = config.FORGE_GEO_ROLE;
  const clients = createClients(caller);
  const site = createSite({
    externalUrl: config.FORGE_EXTERNAL_URL,
    primaryUrl: config.FORGE_GEO_PRIMARY_URL,
    nodeName: config.FORGE_GEO_NODE_NAME,
  });
  const link = new PrimaryLink();
  const primary = new PrimaryClient(site.primaryUrl, config.FORGE_GEO_SECRET, link);
  const replicationState = new ReplicationStateStore(connection);
  const loadPrimarySettings = async (): Promise<ApplicationSettings> =>
    JSON.parse(await replicationState.loadSettings(() => primary.settings())) as ApplicationSettings;
  const offlineTtlMs = config.FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS * 1000;
  const objectStorage = createObjectStorage('geo', runtime);
  const geo: Omit<Geo, 'ownReport'> = {
    log,
    role,
    site,
    clients,
    link,
    primary,
    replicationState,
    settings: watchSettings({
      fetch: role === 'primary' ? () => clients.settings.getSettings({}) : loadPrimarySettings,
      bus,
      subject: 'settings.changed',
      log,
    }),
    nodes: outbox.store(createNodeModel(connection), (node) => presentNode(site, node)),
    secondaryCache: new QueryCache(connection, ['geo_nodes']),
    behindCache: new QueryCache(connection, ['geo_following']),
    box: createSecretBox(config.FORGE_SECRET, 'geo-nodes'),
    versions: { version: API_VERSION, revision: config.FORGE_REVISION },
    heartbeatTimeoutMs: config.FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS * 1000,
    events: createEventModel(connection),
    registry: createRegistryModel(connection),
    files: createFileModel(connection),
    objectStorage,
    fileStore: objectStorage.fileStore('geo_file_contents'),
    repositorySyncs: new SyncScheduler(
      [createRepositoryReplicaStore('repository'), createRepositoryReplicaStore('wiki')],
      {
        setting: 'repos_max_capacity',
        fallback: 25,
      },
    ),
    fileSyncs: new SyncScheduler([fileReplicaStore, createLfsReplicaStore()], {
      setting: 'files_max_capacity',
      fallback: 10,
    }),
    excludedGraceMs: config.FORGE_GEO_EXCLUDED_GRACE_SECONDS * 1000,
    verifyIntervalMs: config.FORGE_GEO_VERIFY_INTERVAL_SECONDS * 1000,
    identities: new PrimaryResponseCache(link, offlineTtlMs),
    rights: new PrimaryResponseCache(link, offlineTtlMs),
  };
  return { ...geo, ownReport: () => computeOwnReport(geo) };
}

/** Closes what `createGeo` started. */
export async function closeGeo({ settings, repositorySyncs, fileSyncs, primary }: Geo): Promise<void> {
  settings.close();
  await Promise.all([repositorySyncs.close(), fileSyncs.close()]);
  primary.close();
}
