import { getCurrentUserStatus } from './get-current-user-status';
import { getUserStatus } from './get-user-status';
import { setUserStatus } from './set-user-status';

/** The operations on statuses. */
export const operations = [getCurrentUserStatus, getUserStatus, setUserStatus];
