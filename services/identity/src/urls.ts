/** URLs, all derived from the configured external URL. */

/** Builds URLs. */
export interface Urls {
  /** Host of the instance, with its port unless it is the default. */
  host: string;
  /** URL of a page of the instance. */
  page(path: string): string;
}

/** Creates the URLs of an instance. */
export function createUrls(externalUrl: string): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  return { host: new URL(base).host, page: (path) => `${base}/${path}` };
}
