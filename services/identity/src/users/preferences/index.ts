import { getUserPreferences } from './operations/get-user-preferences';
import { updateUserPreferences } from './operations/update-user-preferences';

/** The operations on preferences. */
export const operations = [getUserPreferences, updateUserPreferences];
