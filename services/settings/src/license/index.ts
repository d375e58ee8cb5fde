import { getLicense } from './operations/get-license';

/** Operations on the license. */
export const operations = [getLicense];
