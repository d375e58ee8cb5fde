import { operation, type Call } from '@forgemesh/rpc';
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { BroadcastMessageServiceDefinition } from '@forgemesh/proto/settings/v1/broadcast_message';
import { assertValidBroadcastMessage } from '../broadcast-message-checks';
import { presentBroadcastMessage } from '../broadcast-message.entity';
import type { BroadcastMessageDocument } from '../broadcast-message.model';
import type { BroadcastMessagesDeps } from '../deps';

/** Updates a broadcast message. Absent fields remain unchanged. */
export const updateBroadcastMessage = operation(
  BroadcastMessageServiceDefinition.updateBroadcastMessage,
  async (
    { id, starts_at: start, ends_at: end, target_path: path, ...given },
    { deps, principal }: Call<BroadcastMessagesDeps>,
  ) => {
    assertValidBroadcastMessage(given);
    const fields = {
      ...given,
      starts_at: start ? new Date(start) : undefined,
      ends_at: end ? new Date(end) : undefined,
      target_path: path === undefined ? undefined : path || null,
    };
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const document = await deps.broadcastMessages.mutate(id, (current) => {
      const changes = changesOf(current, set as Partial<BroadcastMessageDocument>);
      if (Object.keys(changes).length === 0) return null;
      const event = { type: 'settings.broadcast_message.updated' as const, actor: principal.id, changes };
      return { set: { ...set, updated_at: new Date() }, events: [event] };
    });
    if (!document) throw new NotFoundError();
    return presentBroadcastMessage(document);
  },
);
