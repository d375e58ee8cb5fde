/** Dependencies of the geo service; `compose.ts` creates them. */
import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { AuthenticateForNodeResponse } from '@forgemesh/proto/geo/v1/delegated_auth';
import type { AuthorizeResponse } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { Answers } from './delegated-auth/answers';
import type { Clients } from './clients/clients';
import type { NodeRole } from './config';
import type { LogEvent } from './events/event.model';
import type { FileDocument } from './files/file.model';
import type { Following } from './following/following.model';
import type { Link } from './following/link';
import type { PrimaryClient } from './following/primary-client';
import type { NodeDocument } from './nodes/node.model';
import type { Site } from './nodes/site';
import type { RegistryDocument } from './registry/registry.model';

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
  repositoryCopier: CopyRunner;
  fileCopier: CopyRunner;
  /** After how long a copy is verified anew. */
  verifyMs: number;
  /** Who holds which token, as the primary said. */
  identities: Answers<AuthenticateForNodeResponse>;
  /** Who may do what, as the primary said. */
  rights: Answers<AuthorizeResponse>;
}

/** Brings copies that are due up to date, several at once. */
export interface CopyRunner {
  /** Starts the copies that are due while there is capacity. */
  takeDue(deps: Geo): Promise<void>;
  /** Starts no more copies and waits for those under way. */
  close(): Promise<void>;
}
