import { getAppearance } from './operations/get-appearance';
import { getAppearancePicture } from './operations/get-appearance-picture';
import { sweepPictures } from './sweep-pictures';
import { updateAppearance } from './operations/update-appearance';

/** The operations on what the instance looks like. */
export const operations = [getAppearance, updateAppearance, getAppearancePicture];

/** What is done for it at intervals. */
export const schedules = [sweepPictures];
