import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from '#clients';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the RPCs for other services about projects. */
export interface InternalProjectsDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  urls: Urls;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
}
