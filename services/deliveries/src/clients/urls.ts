/** URLs, all derived from the configured external URL. */

/** URLs of the instance. */
export interface Urls {
  /** URL of the instance, without a trailing slash. */
  base: string;
  /** Host name of the instance. */
  hostname: string;
  /** Host name and port of the instance. */
  host: string;
}

/** Creates the URLs of an instance. */
export function createUrls(externalUrl: string): Urls {
  const base = externalUrl.replace(/\/+$/, '');
  const { host, hostname } = new URL(base);
  return { base, host, hostname };
}
