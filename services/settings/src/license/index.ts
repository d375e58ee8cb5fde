import { getLicense } from './operations/get-license';

/** The operations on the licence. */
export const operations = [getLicense];
