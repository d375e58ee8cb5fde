import { getAvatar } from './get-avatar';

/** The operations on avatars by email. */
export const operations = [getAvatar];
