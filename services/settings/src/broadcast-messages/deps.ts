import type { EntityStore } from '@forgemesh/data';
import type { BroadcastMessageDocument } from './broadcast-message.model';

/** Dependencies of broadcast messages. */
export interface BroadcastMessagesDeps {
  broadcastMessages: EntityStore<BroadcastMessageDocument>;
}
