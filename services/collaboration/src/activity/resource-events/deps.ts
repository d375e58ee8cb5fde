import type { LongLists, Sequences } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { AccessDeps } from '#access';
import type { NotesDeps } from '#discussion/notes';
import type { ModelDeps } from '#items/model';
import type { PlanningStores } from '#planning/milestones';
import type { ResourceEventDocument } from './resource-event.model';

/** Dependencies of resource events. */
export interface ResourceEventsDeps extends ModelDeps, Pick<AccessDeps, 'display'>, Pick<NotesDeps, 'queries'> {
  /** Changes of labels, milestones and states of items. */
  resourceEvents: Model<ResourceEventDocument>;
  /** Pages of resource events. */
  lists: { resourceEvents: LongLists<ResourceEventDocument> };
  planning: PlanningStores;
  /** Ids of resource events. */
  sequences: Sequences;
}
