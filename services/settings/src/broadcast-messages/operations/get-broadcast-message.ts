import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { operation } from '#operation';
import { presentBroadcastMessage } from '../broadcast-message.entity';
import { findBroadcastMessage } from '../find-broadcast-message';

/** Gets a broadcast message. */
export const getBroadcastMessage = operation(
  BroadcastMessageServiceDefinition.getBroadcastMessage,
  async ({ id }, { deps }) => presentBroadcastMessage(await findBroadcastMessage(deps, id)),
);
