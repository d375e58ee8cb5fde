import type { QueryCache, Sequences } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { ResourceEventDocument } from '#activity/resource-events';
import type { AwardEmojiDeps } from '#discussion/award-emoji';
import type { ModelDeps } from '#items/model';

/** Dependencies of the history of items. */
export interface ItemHistoryDeps extends ModelDeps, Pick<AwardEmojiDeps, 'awardEmoji' | 'clients' | 'notes'> {
  /** Changes of labels, milestones and states of items. */
  resourceEvents: Model<ResourceEventDocument>;
  queries: {
    /** Whether a user has written notes on an item. */
    wrote: QueryCache<boolean>;
  };
  /** Ids of resource events. */
  sequences: Sequences;
}
