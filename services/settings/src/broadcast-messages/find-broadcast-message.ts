import { NotFoundError } from '@forgemesh/errors';
import type { BroadcastMessageDocument } from './broadcast-message.model';
import type { BroadcastMessagesDeps } from './deps';

/** Returns a broadcast message. Throws NotFoundError. */
export async function findBroadcastMessage(
  { broadcastMessages }: BroadcastMessagesDeps,
  id: number,
): Promise<BroadcastMessageDocument> {
  const message = await broadcastMessages.find(id);
  if (!message) throw new NotFoundError();
  return message;
}
