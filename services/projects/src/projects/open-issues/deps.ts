import type { Clients } from '#clients';
import type { ProjectDocument } from '#projects/model';
import type { EntityStore } from '@forgemesh/data';

/** Dependencies of open issues. */
export interface OpenIssuesDeps {
  clients: Pick<Clients, 'issueCounts'>;
  projects: EntityStore<ProjectDocument>;
}
