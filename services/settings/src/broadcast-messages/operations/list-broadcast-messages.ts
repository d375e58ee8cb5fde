import { listPage } from '@forgemesh/data';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { operation } from '#operation';
import { presentBroadcastMessage } from '../broadcast-message.entity';

/** Lists the broadcast messages, newest first. */
export const listBroadcastMessages = operation(
  BroadcastMessageServiceDefinition.listBroadcastMessages,
  async (request, call) => {
    const { model } = call.deps.broadcastMessages;
    const messages = await listPage(call, { model, filter: {}, sort: { _id: -1 }, request });
    return { broadcast_messages: messages.map(presentBroadcastMessage) };
  },
);
