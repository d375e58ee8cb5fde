import type { Clients, Display } from '#clients';
import type { ReadableGroups, ReadableProjects } from './readable-caches';

/** Dependencies of access checks. */
export interface AccessDeps {
  clients: Clients;
  /** Names of users, projects and groups. */
  display: Display;
  /** The projects that callers may read, cached for a moment. */
  readable: ReadableProjects;
  /** The groups that callers may read, cached for a moment. */
  readableGroups: ReadableGroups;
}
