// Finds out whether the former primary still responds.

/** How long it may take to respond, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Attempts for each URL: one request may be lost. */
const ATTEMPTS = 2;
/** What a load balancer without a primary responds with. */
const WITHOUT_UPSTREAM = [502, 503, 504];

/**
 * Asks for the version of the API, which needs no database, at each URL.
 * @param urls of the former primary
 * @returns the URLs at which something responds, other than a load balancer that has lost it
 */
export async function findResponding(urls: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(urls)].map(async (url) => ((await responds(url)) ? [url] : [])));
  return found.flat();
}

async function responds(url: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const response = await fetch(new URL('api/v4/version', url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    await response?.body?.cancel();
    // Every response of an instance has an id.
    const isInstance = response?.headers.has('x-request-id') ?? false;
    if (response && (isInstance || !WITHOUT_UPSTREAM.includes(response.status))) return true;
  }
  return false;
}
