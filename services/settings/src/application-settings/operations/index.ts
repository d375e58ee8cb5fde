import { getApplicationSettings } from './get-application-settings';
import { getPageSettings } from './get-page-settings';
import { updateApplicationSettings } from './update-application-settings';

/** Operations on settings. */
export const operations = [getApplicationSettings, getPageSettings, updateApplicationSettings];
