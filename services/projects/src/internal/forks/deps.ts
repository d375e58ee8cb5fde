import type { EntityStore } from '@forgemesh/data';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the RPCs for other services about forks. */
export interface InternalForksDeps {
  projects: EntityStore<ProjectDocument>;
}
