/** The API version that clients expect; some enable features by it. */
export const API_VERSION = '12.7.5-ee';
