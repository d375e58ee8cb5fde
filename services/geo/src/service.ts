/** The collaborators of the geo service. */
import {
  API_VERSION,
  createFileStore,
  createSecretBox,
  followSettings,
  type EntityStore,
  type FileStore,
  type Logger,
  type Runtime,
  type SecretBox,
  type Settings,
} from '@forgemesh/kit';
import type { AnswerAuthenticateResponse } from '@forgemesh/proto/geo/v1/answers';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import { Answers } from './answers/answers';
import { createClients, type Clients } from './clients';
import { config, type NodeRole } from './config';
import { createEventModel, type LogEvent } from './events/event.model';
import { createFileModel, type FileDocument } from './files/file.model';
import { Copier } from './following/copier';
import { fileShelf } from './following/file-shelf';
import { Following } from './following/following.model';
import { Link } from './following/link';
import { PrimaryClient } from './following/primary-client';
import { repositoryShelf } from './following/repository-shelf';
import { presentNode } from './nodes/node.entity';
import { createNodeModel, type NodeDocument } from './nodes/node.model';
import { createSite, type Site } from './nodes/site';
import { createRegistryModel, type RegistryDocument } from './registry/registry.model';

/** What operations, consumers and schedules share. */
export interface Geo {
  log: Logger;
  role: NodeRole;
  site: Site;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  nodes: EntityStore<NodeDocument>;
  /** Seals the secrets of nodes. */
  box: SecretBox;
  versions: { version: string; revision: string };
  /** Age at which a report is not believed any more. */
  outdatedMs: number;
  /** The log that secondaries follow. */
  events: Model<LogEvent>;
  /** Of a secondary: its copies, and how they get here. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  /** Contents of the copies of files, under their keys. */
  fileStore: FileStore;
  following: Following;
  link: Link;
  primary: PrimaryClient;
  repositoryCopier: Copier;
  fileCopier: Copier;
  /** After how long a copy is verified anew. */
  verifyMs: number;
  /** Who holds which token, as the primary said. */
  identities: Answers<AnswerAuthenticateResponse>;
  /** Who may do what, as the primary said. */
  rights: Answers<AuthorizeResponse>;
}

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
  const keptMs = config.FORGE_GEO_ANSWERS_SECONDS * 1000;
  return {
    ...{ log, role, site, clients, link, primary, following },
    settings: followSettings({
      fetch: role === 'primary' ? () => clients.settings.getSettings({}) : settingsOfPrimary,
      ...{ bus, subject: 'settings.changed', log },
    }),
    nodes: outbox.store(createNodeModel(connection), (node) => presentNode(site, node)),
    box: createSecretBox(config.FORGE_SECRET, 'geo-nodes'),
    versions: { version: API_VERSION, revision: config.FORGE_REVISION },
    outdatedMs: config.FORGE_GEO_OUTDATED_SECONDS * 1000,
    events: createEventModel(connection),
    registry: createRegistryModel(connection),
    files: createFileModel(connection),
    fileStore: createFileStore(connection, 'geo_file_contents'),
    repositoryCopier: new Copier([repositoryShelf('repository'), repositoryShelf('wiki')], {
      setting: 'repos_max_capacity',
      otherwise: 25,
    }),
    fileCopier: new Copier([fileShelf], { setting: 'files_max_capacity', otherwise: 10 }),
    verifyMs: config.FORGE_GEO_VERIFY_SECONDS * 1000,
    identities: new Answers(link, keptMs),
    rights: new Answers(link, keptMs),
  };
}

/** Ends what `createGeo` started. */
export async function closeGeo({ settings, repositoryCopier, fileCopier }: Geo): Promise<void> {
  settings.close();
  await Promise.all([repositoryCopier.close(), fileCopier.close()]);
}
