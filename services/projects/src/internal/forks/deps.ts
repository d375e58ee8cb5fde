import type { ProjectDocument } from '#projects/model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of the RPCs for other services about forks. */
export interface InternalForksDeps {
  projects: EntityStore<ProjectDocument>;
}
