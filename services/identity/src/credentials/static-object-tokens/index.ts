import { resetStaticObjectToken } from './operations/reset-static-object-token';

/** The operations on static object tokens. */
export const operations = [resetStaticObjectToken];
