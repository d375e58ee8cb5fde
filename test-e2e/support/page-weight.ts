/** What a page costs a browser whose cache is empty: bytes, requests, and time. */
import type { CDPSession, Page } from 'playwright-core';

/** The cost of a page. */
export interface PageWeight {
  /** Bytes that were received, with headers. */
  bytes: number;
  /** Of these, responses of the API. */
  apiBytes: number;
  requests: number;
  /** Milliseconds from the start of the navigation until the page had the awaited texts. */
  shownMs: number;
  /** Milliseconds after the start of the navigation, as the browser measured them. */
  paint: {
    /** When the theme was set. */
    theme: number;
    /** When anything was painted first, such as the colour of the page. */
    first: number;
    /** When text or a picture was painted first. */
    content: number;
  };
  /** Time, bytes and path of each request, in the order of their start. */
  details: string[];
}

/** A slow mobile connection. */
export const SLOW_NETWORK = { kbitPerSecond: 400, latencyMs: 400 };

interface Options {
  address: string;
  /** Resolves once the page shows what it was opened for. */
  isShown: (page: Page) => Promise<unknown>;
  /** Texts that the page shows then. */
  texts: readonly string[];
  network?: typeof SLOW_NETWORK;
}

/** The stream of changes stays open. */
const endless = /\/-\/events\b/;

/** Opens a page with an empty cache and measures it. */
export async function weighPage(page: Page, { address, isShown, texts, network }: Options): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', conditionsOf(network));
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: noteTimes(texts) });
  const seen = recordRequests(session);
  await page.goto(address, { waitUntil: 'commit' });
  await isShown(page);
  await waitForQuiet(page, seen);
  const { shownMs, ...paint } = await page.evaluate<PageWeight['paint'] & { shownMs: number }>(readTimes);
  const requests = [...seen.values()];
  await session.send('Network.emulateNetworkConditions', conditionsOf(undefined));
  await session.detach();
  const sum = (some: SeenRequest[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    bytes: sum(requests),
    apiBytes: sum(requests.filter(({ url }) => url.includes('/api/'))),
    requests: requests.length,
    shownMs,
    paint,
    details: requests
      .sort((one, other) => one.startedAt - other.startedAt)
      .map(({ url, bytes, startedAt, endedAt }) => {
        const first = requests[0]?.startedAt ?? startedAt;
        const times = [startedAt, endedAt ?? startedAt].map((time) => Math.round((time - first) * 1000));
        return `${times.join('-')} ms, ${bytes} bytes: ${new URL(url).pathname}${new URL(url).search}`;
      }),
  };
}

/**
 * A script that runs before those of the page and notes when the theme was set and when the page
 * had the texts: locators would see them up to half a second later.
 */
const noteTimes = (texts: readonly string[]): string => `
  new MutationObserver(() => { globalThis.themeAt ??= performance.now(); })
    .observe(document, { subtree: true, attributes: true, attributeFilter: ['data-theme'] });
  new MutationObserver(() => {
    const shown = document.body?.textContent ?? '';
    if (${JSON.stringify(texts)}.every((text) => shown.includes(text))) globalThis.shownAt ??= performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });`;
const readTimes = `(() => {
  const timeOf = (name) => Math.round(performance.getEntriesByName(name)[0]?.startTime ?? -1);
  return {
    shownMs: Math.round(globalThis.shownAt ?? -1),
    theme: Math.round(globalThis.themeAt ?? -1),
    first: timeOf('first-paint'),
    content: timeOf('first-contentful-paint'),
  };
})()`;

interface SeenRequest {
  url: string;
  bytes: number;
  /** Seconds since the start of the browser. */
  startedAt: number;
  /** Undefined until it has been received. */
  endedAt: number | undefined;
}

/** Time without a request after which a page has loaded all that it needs. */
const QUIET_MS = 2_000;

function recordRequests(session: CDPSession): Map<string, SeenRequest> {
  const seen = new Map<string, SeenRequest>();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { url } = request;
    if (!url.startsWith('http') || endless.test(url)) return;
    seen.set(requestId, { url, bytes: 0, startedAt: timestamp, endedAt: undefined });
  });
  // The memory of the page has it, such as a picture that is shown twice.
  session.on('Network.requestServedFromCache', ({ requestId }) => void seen.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = seen.get(requestId);
    if (!request) return;
    request.bytes = encodedDataLength;
    request.endedAt = timestamp;
  });
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const request = seen.get(requestId);
    if (request) request.endedAt = timestamp;
  });
  return seen;
}

/** Waits until all requests have ended and no other has begun for a while. */
async function waitForQuiet(page: Page, seen: ReadonlyMap<string, SeenRequest>): Promise<void> {
  let count = -1;
  for (;;) {
    const isQuiet = count === seen.size && [...seen.values()].every(({ endedAt }) => endedAt !== undefined);
    if (isQuiet) return;
    count = seen.size;
    await page.waitForTimeout(QUIET_MS);
  }
}

function conditionsOf(network: typeof SLOW_NETWORK | undefined) {
  const bytesPerSecond = network === undefined ? -1 : (network.kbitPerSecond * 1000) / 8;
  return {
    offline: false,
    latency: network?.latencyMs ?? 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  };
}
