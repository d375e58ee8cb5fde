import { getApplicationSettings } from './operations/get-application-settings';
import { getPageSettings } from './operations/get-page-settings';
import { updateApplicationSettings } from './operations/update-application-settings';

/** Operations on settings. */
export const operations = [getApplicationSettings, getPageSettings, updateApplicationSettings];
