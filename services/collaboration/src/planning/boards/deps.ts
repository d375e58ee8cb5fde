/** Dependencies of issue boards. */
import type { EntityStore, Sequences } from '@forgemesh/data';
import type { AccessDeps } from '#access/deps';
import type { LabelQueries } from '#planning/labels/deps';
import type { MilestoneQueries, PlanningStores } from '#planning/milestones/deps';
import type { BoardDocument } from './board.model';

/** Dependencies of issue boards. */
export interface BoardsDeps extends Pick<AccessDeps, 'clients' | 'display'> {
  boards: EntityStore<BoardDocument>;
  planning: PlanningStores;
  queries: LabelQueries & MilestoneQueries;
  /** Ids of the lists of boards. */
  sequences: Sequences;
}
