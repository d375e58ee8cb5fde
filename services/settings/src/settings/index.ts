import { getApplicationSettings } from './get-application-settings';
import { getSettings } from './get-settings';
import { updateApplicationSettings } from './update-application-settings';

/** The operations on settings. */
export const operations = [getSettings, getApplicationSettings, updateApplicationSettings];
