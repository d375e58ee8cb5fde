import { getAppearance } from './get-appearance';
import { getAppearancePicture } from './get-appearance-picture';
import { sweepPictures } from '../sweep-pictures';
import { updateAppearance } from './update-appearance';

/** Operations on the appearance of the instance. */
export const operations = [getAppearance, updateAppearance, getAppearancePicture];

/** Periodic tasks of the appearance. */
export const schedules = [sweepPictures];
