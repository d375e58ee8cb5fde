import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of custom attributes. */
export interface CustomAttributesDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
}
