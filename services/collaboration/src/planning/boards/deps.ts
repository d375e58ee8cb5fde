import type { EntityStore, Sequences } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { LabelQueries } from '#planning/labels';
import type { MilestoneQueries, PlanningStores } from '#planning/milestones';
import type { BoardDocument } from './board.model';

/** Dependencies of issue boards. */
export interface BoardsDeps extends Pick<AccessDeps, 'clients' | 'display'> {
  boards: EntityStore<BoardDocument>;
  planning: PlanningStores;
  queries: LabelQueries & MilestoneQueries;
  /** Ids of the lists of boards. */
  sequences: Sequences;
}
