import { getAvatar } from './operations/get-avatar';

/** The operations on avatars by email. */
export const operations = [getAvatar];
