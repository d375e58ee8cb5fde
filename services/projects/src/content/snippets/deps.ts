import type { Clients } from '#clients/clients';
import type { Urls } from '#clients/urls';
import type { UserDirectory } from '#clients/users/user-directory';
import type { SpamCheck } from '#content/spam/spam-check';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectDocument } from '#projects/model/project.model';
import type { SnippetDocument } from './snippet.model';
import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

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
