import { getApplicationSettings } from './get-application-settings';
import { getSettings } from './get-settings';
import { listStorages } from './list-storages';
import { updateApplicationSettings } from './update-application-settings';

/** The operations on settings. */
export const operations = [getSettings, getApplicationSettings, listStorages, updateApplicationSettings];
