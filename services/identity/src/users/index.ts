import { createUser } from './create-user';
import { getCurrentUser } from './get-current-user';
import { getUser } from './get-user';
import { listUserProfiles } from './list-user-profiles';
import { listUsers } from './list-users';
import { sweepDrafts } from './sweep-drafts';

/** The operations on users. */
export const operations = [getCurrentUser, listUsers, getUser, createUser, listUserProfiles];

/** What is done for users at intervals. */
export const schedules = [sweepDrafts];
