/** Dependencies of access checks. */
import type { Clients } from '#clients/clients';
import type { Display } from '#clients/display';
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
