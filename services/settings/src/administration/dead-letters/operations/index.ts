import { dropAdminDeadLetter } from './drop-admin-dead-letter';
import { getAdminDeadLetter } from './get-admin-dead-letter';
import { listAdminDeadLetters } from './list-admin-dead-letters';
import { replayAdminDeadLetter } from './replay-admin-dead-letter';

/** Operations on dead letters. */
export const operations = [listAdminDeadLetters, getAdminDeadLetter, replayAdminDeadLetter, dropAdminDeadLetter];
