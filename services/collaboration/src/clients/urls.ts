/** URLs, all derived from the configured external URL. */

/** Builds URLs. */
export interface Urls {
  /** URL of the instance, without a trailing slash. */
  base: string;
  /** Host of the instance. */
  host: string;
  /** URL of a path under `/api/v4`. */
  api(path: string): string;
  /** URL of a project page. */
  page(fullPath: string): string;
}

/** Creates the URLs of an instance. */
export function createUrls(externalUrl: string): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  return {
    base,
    host: new URL(base).hostname,
    api: (path) => `${base}/api/v4${path}`,
    page: (fullPath) => `${base}/${fullPath}`,
  };
}
