import { acceptTerms } from './accept-terms';
import { getTerms } from './get-terms';

/** The operations on the terms of the instance. */
export const operations = [getTerms, acceptTerms];
