import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { SpamCheck } from '#content/spam';
import type { NamespaceReader } from '#namespaces';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { SnippetDocument } from './snippet.model';

/** Dependencies for presenting snippets. */
export interface SnippetViewDeps {
  clients: Pick<Clients, 'directory'>;
  projects: EntityStore<ProjectDocument>;
  urls: Urls;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
}

/** Dependencies of snippets. */
export interface SnippetsDeps extends SnippetViewDeps {
  settings: Settings<ApplicationSettings>;
  spamCheck: SpamCheck;
  snippets: EntityStore<SnippetDocument>;
  /** Contents of long snippets. */
  snippetFiles: FileStore;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
