import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { Logger } from '@forgemesh/telemetry';
import type { LRUCache } from 'lru-cache';
import type { Clients, Urls } from '#clients';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { RefWriter } from '#refs/ref-log';
import type { Storages } from '#storage';
import type { ReleaseDocument } from './release.model';

/** Dependencies of releases. */
export interface ReleasesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  urls: Urls;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  protectedTags: EntityStore<ProtectedTagDocument>;
  releases: EntityStore<ReleaseDocument>;
  /** Rendered release notes, by release and version. */
  renderedNotes: LRUCache<string, string>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
}
