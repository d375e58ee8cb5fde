import { operation, type Call } from '@forgemesh/rpc';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { HOUR_MS } from '@forgemesh/service/durations';
import { assertValidBroadcastMessage } from '../broadcast-message-checks';
import { presentBroadcastMessage } from '../broadcast-message.entity';
import type { BroadcastMessagesDeps } from '../deps';

const DEFAULT_COLOR = '#E75E40';
const DEFAULT_FONT = '#FFFFFF';

/** Creates a broadcast message. */
export const createBroadcastMessage = operation(
  BroadcastMessageServiceDefinition.createBroadcastMessage,
  async (request, { deps, principal, operationId }: Call<BroadcastMessagesDeps>) => {
    const { message, color = DEFAULT_COLOR, font = DEFAULT_FONT, target_path: path, dismissable = false } = request;
    assertValidBroadcastMessage({ message, color, font });
    const now = new Date();
    const document = await deps.broadcastMessages.insert(
      {
        _id: await deps.broadcastMessages.nextId(),
        operation_id: operationId,
        message,
        color,
        font,
        dismissable,
        starts_at: request.starts_at ? new Date(request.starts_at) : now,
        ends_at: request.ends_at ? new Date(request.ends_at) : new Date(now.getTime() + HOUR_MS),
        target_path: path || null,
        broadcast_type: request.broadcast_type ?? 'banner',
        created_at: now,
        updated_at: now,
      },
      [{ type: 'settings.broadcast_message.created', actor: principal.id }],
    );
    return presentBroadcastMessage(document);
  },
);
