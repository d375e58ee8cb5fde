import type { EntityStore } from '@forgemesh/data';
import type { Clients } from '#clients';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of open issues. */
export interface OpenIssuesDeps {
  clients: Pick<Clients, 'issueCounts'>;
  projects: EntityStore<ProjectDocument>;
}
