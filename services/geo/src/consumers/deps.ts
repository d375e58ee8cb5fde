import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { NodeDocument } from '#nodes/node.model';
import type { LogEvent } from '#replication/events/event.model';

/** Dependencies of the consumers. */
export interface ConsumersDeps {
  clients: Clients;
  nodes: EntityStore<NodeDocument>;
  /** Whether the instance has secondaries, by the key `secondaries`. */
  secondaryCache: QueryCache<boolean>;
  /** Replication log of the primary. */
  events: Model<LogEvent>;
}
