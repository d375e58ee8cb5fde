import { createBroadcastMessage } from './create-broadcast-message';
import { deleteBroadcastMessage } from './delete-broadcast-message';
import { getBroadcastMessage } from './get-broadcast-message';
import { listBroadcastMessages } from './list-broadcast-messages';
import { updateBroadcastMessage } from './update-broadcast-message';

/** Operations on broadcast messages. */
export const operations = [
  listBroadcastMessages,
  getBroadcastMessage,
  createBroadcastMessage,
  updateBroadcastMessage,
  deleteBroadcastMessage,
];
