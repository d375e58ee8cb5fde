import { NotFoundError } from '@forgemesh/errors';
import type { SettingsService } from '#deps';
import type { BroadcastMessageDocument } from './broadcast-message.model';

/** Returns a broadcast message. Throws NotFoundError. */
export async function findBroadcastMessage(
  { broadcastMessages }: SettingsService,
  id: number,
): Promise<BroadcastMessageDocument> {
  const message = await broadcastMessages.find(id);
  if (!message) throw new NotFoundError();
  return message;
}
