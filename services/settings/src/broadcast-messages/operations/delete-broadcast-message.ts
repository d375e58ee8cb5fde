import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { findBroadcastMessage } from '../find-broadcast-message';
import type { BroadcastMessagesDeps } from '../deps';

/** Deletes a broadcast message. */
export const deleteBroadcastMessage = operation(
  BroadcastMessageServiceDefinition.deleteBroadcastMessage,
  async ({ id }, call: Call<BroadcastMessagesDeps>) => {
    const { deps, principal } = call;
    const message = await findBroadcastMessage(deps, id);
    call.assertUnmodified(message.updated_at);
    const event = { type: 'settings.broadcast_message.deleted' as const, actor: principal.id };
    if (!(await deps.broadcastMessages.remove(message, event))) throw new NotFoundError();
    return {};
  },
);
