/** Creates the dependencies of the geo service. */
import { createFileStore } from '@forgemesh/data';
import { followSettings } from '@forgemesh/events';
import { createSecretBox } from '@forgemesh/security';
import { API_VERSION, type Runtime } from '@forgemesh/service';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { Answers } from './delegated-auth/answers';
import { createClients } from './clients/clients';
import { config } from './config';
import { createEventModel } from './events/event.model';
import { createFileModel } from './files/file.model';
import { Copier } from './following/copier';
import { fileShelf } from './following/file-shelf';
import { Following } from './following/following.model';
import { Link } from './following/link';
import { PrimaryClient } from './following/primary-client';
import { repositoryShelf } from './following/repository-shelf';
import { presentNode } from './nodes/node.entity';
import { createNodeModel } from './nodes/node.model';
import { createSite } from './nodes/site';
import { createRegistryModel } from './registry/registry.model';
import type { Geo } from './deps';

/** Makes the collaborators. */
export function createGeo({ log, connection, outbox, caller, bus }: Runtime): Geo {
  const role = config.FORGE_GEO_ROLE;
  const clients = createClients(caller);
  const site = createSite({
    externalUrl: config.FORGE_EXTERNAL_URL,
    primaryUrl: config.FORGE_GEO_PRIMARY_URL,
    nodeName: config.FORGE_GEO_NODE_NAME,
  });
  const link = new Link();
  const primary = new PrimaryClient(site.primaryUrl, config.FORGE_GEO_SECRET, link);
  const following = new Following(connection);
  const settingsOfPrimary = async (): Promise<ApplicationSettings> =>
    JSON.parse(await following.settings(() => primary.settings())) as ApplicationSettings;
  const keptMs = config.FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS * 1000;
  return {
    ...{ log, role, site, clients, link, primary, following },
    settings: followSettings({
      fetch: role === 'primary' ? () => clients.settings.getSettings({}) : settingsOfPrimary,
      ...{ bus, subject: 'settings.changed', log },
    }),
    nodes: outbox.store(createNodeModel(connection), (node) => presentNode(site, node)),
    box: createSecretBox(config.FORGE_SECRET, 'geo-nodes'),
    versions: { version: API_VERSION, revision: config.FORGE_REVISION },
    outdatedMs: config.FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS * 1000,
    events: createEventModel(connection),
    registry: createRegistryModel(connection),
    files: createFileModel(connection),
    fileStore: createFileStore(connection, 'geo_file_contents'),
    repositoryCopier: new Copier([repositoryShelf('repository'), repositoryShelf('wiki')], {
      setting: 'repos_max_capacity',
      otherwise: 25,
    }),
    fileCopier: new Copier([fileShelf], { setting: 'files_max_capacity', otherwise: 10 }),
    verifyMs: config.FORGE_GEO_VERIFY_INTERVAL_SECONDS * 1000,
    identities: new Answers(link, keptMs),
    rights: new Answers(link, keptMs),
  };
}

/** Ends what `createGeo` started. */
export async function closeGeo({ settings, repositoryCopier, fileCopier }: Geo): Promise<void> {
  settings.close();
  await Promise.all([repositoryCopier.close(), fileCopier.close()]);
}
