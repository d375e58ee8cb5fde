import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { presentBroadcastMessage } from '../broadcast-message.entity';
import type { BroadcastMessagesDeps } from '../deps';

/** Lists the broadcast messages, newest first. */
export const listBroadcastMessages = operation(
  BroadcastMessageServiceDefinition.listBroadcastMessages,
  async (request, call: Call<BroadcastMessagesDeps>) => {
    const { model } = call.deps.broadcastMessages;
    const messages = await listPage(call, { model, filter: {}, sort: { _id: -1 }, request });
    return { broadcast_messages: messages.map(presentBroadcastMessage) };
  },
);
