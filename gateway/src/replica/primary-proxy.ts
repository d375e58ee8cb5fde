/** Passes requests on to the primary node as they came: credentials, path and body. */
import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { UnavailableError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import { closeOnAbort } from '../response/close-on-abort';
import type { Exchange } from '../server/exchange';
import { sendError, sendText } from '../response/send';

/** As long as a push or a clone may take without a byte. */
const IDLE_MS = 3_600_000;
const CONNECT_TEXT =
  'The primary node cannot be reached: this node answers reads of repositories that it has a copy of.';

/** How a request is passed on. */
export interface PassingOn {
  /** Git shows plain text to its user. */
  isGit: boolean;
}

/** Passes a request on and answers it. */
export type PassOn = (exchange: Exchange, how: PassingOn) => Promise<void>;

/** Creates the proxy. */
export function createPrimaryProxy(url: string, log: Logger): PassOn {
  const passing = new WeakMap<IncomingMessage, { exchange: Exchange; how: PassingOn }>();
  const proxy = createProxyMiddleware({
    target: url,
    changeOrigin: true,
    xfwd: true,
    timeout: IDLE_MS,
    proxyTimeout: IDLE_MS,
    on: {
      proxyReq(outgoing, request) {
        // Contexts of this mesh are none of the primary's business.
        for (const name of outgoing.getHeaderNames()) if (name.startsWith('forge-')) outgoing.removeHeader(name);
        const passed = passing.get(request);
        if (passed) outgoing.setHeader('X-Request-Id', passed.exchange.id);
      },
      proxyRes: (origin, _request, response) => closeOnAbort(origin, response),
      error(error, request, response) {
        const passed = passing.get(request);
        log.warn({ err: error, request_id: passed?.exchange.id }, 'primary lost');
        if (passed && 'headersSent' in response && !response.headersSent) refuse(passed.exchange, passed.how, log);
        else response.destroy();
      },
    },
  });
  return async (exchange, how) => {
    exchange.label = how.isGit ? 'primary_git' : 'primary';
    passing.set(exchange.request, { exchange, how });
    await proxy(exchange.request, exchange.response);
  };
}

function refuse(exchange: Exchange, { isGit }: PassingOn, log: Logger): void {
  const error = new UnavailableError(CONNECT_TEXT, { retryAfter: 10 });
  if (isGit) sendText(exchange, 503, `${CONNECT_TEXT}\n`, { 'Retry-After': '10', Connection: 'close' });
  else sendError(exchange, error, log);
}
