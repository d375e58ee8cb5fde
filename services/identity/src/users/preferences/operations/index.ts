import { getUserPreferences } from './get-user-preferences';
import { updateUserPreferences } from './update-user-preferences';

/** The operations on preferences. */
export const operations = [getUserPreferences, updateUserPreferences];
