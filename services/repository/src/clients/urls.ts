/** URLs, all derived from the configured external URL. */

/** Builds URLs. */
export interface Urls {
  /** URL of the instance, without a trailing slash. */
  base: string;
  /** URL of a path under `/api/v4`. */
  api(path: string): string;
}

/** Creates the URLs of an instance. */
export function createUrls(externalUrl: string): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  return { base, api: (path) => `${base}/api/v4${path}` };
}
