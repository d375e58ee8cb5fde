import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { NodeDocument } from '#nodes';
import type { LogEvent } from '#replication/events';

/** Dependencies of the consumers. */
export interface ConsumersDeps {
  clients: Clients;
  nodes: EntityStore<NodeDocument>;
  /** Whether the instance has secondaries, by the key `secondaries`. */
  secondaryCache: QueryCache<boolean>;
  /** Replication log of the primary. */
  events: Model<LogEvent>;
}
