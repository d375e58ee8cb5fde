import { getApplicationSettings } from './operations/get-application-settings';
import { updateApplicationSettings } from './operations/update-application-settings';

/** Operations on settings. */
export const operations = [getApplicationSettings, updateApplicationSettings];
