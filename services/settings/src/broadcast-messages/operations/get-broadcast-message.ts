import { operation, type Call } from '@forgemesh/rpc';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { presentBroadcastMessage } from '../broadcast-message.entity';
import { findBroadcastMessage } from '../find-broadcast-message';
import type { BroadcastMessagesDeps } from '../deps';

/** Gets a broadcast message. */
export const getBroadcastMessage = operation(
  BroadcastMessageServiceDefinition.getBroadcastMessage,
  async ({ id }, { deps }: Call<BroadcastMessagesDeps>) =>
    presentBroadcastMessage(await findBroadcastMessage(deps, id)),
);
