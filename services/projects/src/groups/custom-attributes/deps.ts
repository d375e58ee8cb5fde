import type { EntityStore } from '@forgemesh/data';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of custom attributes. */
export interface CustomAttributesDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
}
