import { getLicense } from './get-license';

/** The operations on the licence. */
export const operations = [getLicense];
