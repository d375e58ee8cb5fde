import type { Clients } from '#clients/clients';
import type { Urls } from '#clients/urls';
import type { UserDirectory } from '#clients/users/user-directory';
import type { SnippetDocument } from '#content/snippets/snippet.model';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { Authorization } from '#projects/authorization/authorization';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectPresenter } from '#projects/presentation/project-presenter';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of payloads. */
export interface PayloadsDeps {
  clients: Pick<Clients, 'commits' | 'eventEntities' | 'pipelineEntities' | 'tags' | 'wikis'>;
  snippets: EntityStore<SnippetDocument>;
  urls: Urls;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
