/** The version of the API that clients expect; some decide by it what they may ask for. */
export const API_VERSION = '12.7.5-ee';
