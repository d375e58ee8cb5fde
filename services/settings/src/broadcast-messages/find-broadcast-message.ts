import { NotFoundError } from '@forgemesh/errors';
import type { SettingsService } from '../deps';
import type { BroadcastMessageDocument } from './broadcast-message.model';

/** A broadcast message. Throws NotFoundError if there is none. */
export async function findBroadcastMessage(
  { broadcastMessages }: SettingsService,
  id: number,
): Promise<BroadcastMessageDocument> {
  const message = await broadcastMessages.find(id);
  if (!message) throw new NotFoundError();
  return message;
}
