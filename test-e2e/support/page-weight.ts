/** What a page costs a browser whose cache is empty: bytes, requests, and time. */
import type { CDPSession, Page } from 'playwright-core';

/** The cost of a page. */
export interface PageWeight {
  /** Bytes that were received, with headers. */
  bytes: number;
  /** Of these, responses of the API. */
  apiBytes: number;
  requests: number;
  /** Milliseconds until the awaited content was shown. */
  shownMs: number;
  /** Path and bytes of each request, the largest first. */
  details: string[];
}

/** A slow mobile connection. */
export const SLOW_NETWORK = { kbitPerSecond: 400, latencyMs: 400 };

interface Options {
  address: string;
  /** Resolves once the page shows what it was opened for. */
  isShown: (page: Page) => Promise<unknown>;
  network?: typeof SLOW_NETWORK;
}

/** The stream of changes stays open. */
const endless = /\/-\/events\b/;

/** Opens a page with an empty cache and measures it. */
export async function weighPage(page: Page, { address, isShown, network }: Options): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', conditionsOf(network));
  const seen = recordRequests(session);
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await isShown(page);
  const shownMs = Math.round(performance.now() - started);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const requests = [...seen.values()].filter(({ url }) => !endless.test(url));
  await session.send('Network.emulateNetworkConditions', conditionsOf(undefined));
  await session.detach();
  const sum = (some: SeenRequest[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    bytes: sum(requests),
    apiBytes: sum(requests.filter(({ url }) => url.includes('/api/'))),
    requests: requests.length,
    shownMs,
    details: requests
      .sort((one, other) => other.bytes - one.bytes)
      .map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}${new URL(url).search}`),
  };
}

interface SeenRequest {
  url: string;
  bytes: number;
}

function recordRequests(session: CDPSession): ReadonlyMap<string, SeenRequest> {
  const seen = new Map<string, SeenRequest>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) seen.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return seen;
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
