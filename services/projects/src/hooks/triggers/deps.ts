import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { SnippetDocument } from '#content/snippets';
import type { HookDocument } from '#hooks/hooks';
import type { IntegrationDocument } from '#hooks/integrations';
import type { NamespaceReader } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the functions that create hook triggers. */
export interface TriggersDeps {
  clients: Pick<Clients, 'commits' | 'eventEntities' | 'pipelineEntities' | 'tags' | 'wikis'>;
  settings: Settings<ApplicationSettings>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
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
  /** Hooks by project id, for the events that may trigger them; those of the instance by 0. */
  hookCache: QueryCache<readonly HookDocument[], number>;
  /** Integrations by project id. */
  integrationCache: QueryCache<readonly IntegrationDocument[], number>;
}
