import { dropAdminDeadLetter } from './operations/drop-admin-dead-letter';
import { getAdminDeadLetter } from './operations/get-admin-dead-letter';
import { listAdminDeadLetters } from './operations/list-admin-dead-letters';
import { replayAdminDeadLetter } from './operations/replay-admin-dead-letter';

/** Operations on dead letters. */
export const operations = [listAdminDeadLetters, getAdminDeadLetter, replayAdminDeadLetter, dropAdminDeadLetter];
