/** Presents broadcast messages. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { BroadcastMessage } from '@forgemesh/proto/settings/v1/broadcast_message';
import type { BroadcastMessageDocument } from './broadcast-message.model';

/** Presents a message. It is active from its start until before its end. */
export function presentBroadcastMessage(document: BroadcastMessageDocument): ResponseOf<BroadcastMessage> {
  const { _id: id, message, starts_at: start, ends_at: end, color, font } = document;
  const now = Date.now();
  return {
    message,
    starts_at: start.toISOString(),
    ends_at: end.toISOString(),
    color,
    font,
    id,
    active: start.getTime() <= now && now < end.getTime(),
    target_path: document.target_path,
    broadcast_type: document.broadcast_type,
    dismissable: document.dismissable,
  };
}
