/** The collaborators of the projects service. */
import {
  createSecretBox,
  followSettings,
  ReadCache,
  type EntityStore,
  type Logger,
  type Runtime,
  type SecretBox,
  type Settings,
} from '@forgemesh/kit';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import { createClients, type Clients } from './clients';
import { config } from './config';
import { presentMembershipEvent } from './members/member.entity';
import { createMembershipModel, type MembershipDocument } from './members/membership.model';
import { presentNamespaceEvent } from './namespaces/namespace.entity';
import { createNamespaceModel, type NamespaceDocument } from './namespaces/namespace.model';
import { createPathModel, type PathClaim } from './namespaces/path.model';
import { createLargeCounts } from './paging/large-counts';
import type { LongLists } from './paging/list-range';
import { createOrderHints } from './paging/order-hints';
import { presentProjectEvent } from './projects/project.entity';
import { createProjectModel, type ProjectDocument } from './projects/project.model';
import { createUrls, type Urls } from './urls';
import { createUserModel, type UserDocument } from './users/user.model';

/** What the operations share. */
export interface Projects {
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Answers about rights: asked by every request, often the same ones. */
  rights: ReadCache<AuthorizedResource>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Lists of projects, which may be long. */
  projectLists: LongLists<ProjectDocument>;
  /** Who holds which path: the one mechanism that makes paths unique. */
  paths: Model<PathClaim>;
  /** How users are displayed; a copy of identity's, never asked for rights. */
  users: Model<UserDocument>;
  urls: Urls;
  /** Seals the tokens of runners. */
  box: SecretBox;
  log: Logger;
}

/** Makes the collaborators. */
export function createProjects({ connection, outbox, bus, caller, log }: Runtime): Projects {
  const clients = createClients(caller);
  const projectModel = createProjectModel(connection);
  const projects: Projects = {
    clients,
    settings: followSettings({
      fetch: () => clients.settings.getSettings({}),
      bus,
      subject: 'settings.changed',
      log,
    }),
    rights: new ReadCache(connection, ['projects', 'namespaces', 'memberships']),
    namespaces: outbox.store(createNamespaceModel(connection), (namespace) =>
      presentNamespaceEvent(projects, namespace),
    ),
    projects: outbox.store(projectModel, (project) => presentProjectEvent(projects, project)),
    memberships: outbox.store(createMembershipModel(connection), (membership) =>
      presentMembershipEvent(projects, membership),
    ),
    projectLists: {
      model: projectModel,
      hints: createOrderHints(projectModel, log),
      count: createLargeCounts(projectModel),
    },
    paths: createPathModel(connection),
    users: createUserModel(connection),
    urls: createUrls(config.FORGE_EXTERNAL_URL, config.FORGE_SSH_PORT),
    box: createSecretBox(config.FORGE_SECRET, 'runners_token'),
    log,
  };
  return projects;
}
