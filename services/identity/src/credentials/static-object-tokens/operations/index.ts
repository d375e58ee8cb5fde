import { resetStaticObjectToken } from './reset-static-object-token';

/** The operations on static object tokens. */
export const operations = [resetStaticObjectToken];
