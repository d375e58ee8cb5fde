import type { EntityStore } from '@forgemesh/data';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { SnippetDocument } from '#content/snippets';
import type { NamespaceReader } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the payloads of hooks. */
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
  /** Cached reads of projects. */
  projectReader: ProjectReader;
}
