import { getAppearance } from './get-appearance';
import { getAppearancePicture } from './get-appearance-picture';
import { sweepPictures } from './sweep-pictures';
import { updateAppearance } from './update-appearance';

/** The operations on what the instance looks like. */
export const operations = [getAppearance, updateAppearance, getAppearancePicture];

/** What is done for it at intervals. */
export const schedules = [sweepPictures];
