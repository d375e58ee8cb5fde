/** Addresses, all from the configured external URL. */

/** Makes addresses. */
export interface Urls {
  /** Address of the instance, without a slash at its end. */
  base: string;
  /** Host of the instance. */
  host: string;
  /** Address under `/api/v4`. */
  api(path: string): string;
}

/** Makes the addresses of an instance. */
export function createUrls(externalUrl: string): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  return { base, host: new URL(base).hostname, api: (path) => `${base}/api/v4${path}` };
}
