import { getCurrentUserStatus } from './operations/get-current-user-status';
import { getUserStatus } from './operations/get-user-status';
import { setUserStatus } from './operations/set-user-status';

/** The operations on statuses. */
export const operations = [getCurrentUserStatus, getUserStatus, setUserStatus];
