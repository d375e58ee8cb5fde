import { getApplicationSettings } from './operations/get-application-settings';
import { updateApplicationSettings } from './operations/update-application-settings';

/** The operations on settings. */
export const operations = [getApplicationSettings, updateApplicationSettings];
