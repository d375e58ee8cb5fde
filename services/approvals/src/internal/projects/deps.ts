import type { EntityStore, Sequences } from '@forgemesh/data';
import type { ProjectApprovalsDocument } from '#projects';

/** Dependencies of the RPCs about projects. */
export interface InternalProjectsDeps {
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
}
