import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { RefWriter } from '#refs/ref-log';
import type { Storages } from '#storage';
import type { TagReleases } from './tag-releases';

/** Dependencies of tags. */
export interface TagsDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  protectedTags: EntityStore<ProtectedTagDocument>;
  tagReleases: TagReleases;
}
