import { getLicense } from './get-license';

/** Operations on the license. */
export const operations = [getLicense];
