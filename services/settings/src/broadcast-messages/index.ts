import { createBroadcastMessage } from './operations/create-broadcast-message';
import { deleteBroadcastMessage } from './operations/delete-broadcast-message';
import { getBroadcastMessage } from './operations/get-broadcast-message';
import { listBroadcastMessages } from './operations/list-broadcast-messages';
import { updateBroadcastMessage } from './operations/update-broadcast-message';

/** Operations on broadcast messages. */
export const operations = [
  listBroadcastMessages,
  getBroadcastMessage,
  createBroadcastMessage,
  updateBroadcastMessage,
  deleteBroadcastMessage,
];
