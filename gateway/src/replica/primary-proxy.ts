/** Forwards requests unchanged to the primary node: credentials, path and body. */
import { HOUR_MS } from '@forgemesh/service/durations';
import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { UnavailableError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import { closeOnAbort } from '../response/close-on-abort';
import type { HttpExchange } from '../server/exchange';
import { sendError, sendText } from '../response/send';

/** Maximum time of a push or clone without any data. */
const IDLE_MS = HOUR_MS;
const CONNECT_TEXT =
  'The primary node cannot be reached: this node only serves reads of repositories that it has a copy of.';

/** How a request is forwarded. */
export interface ForwardOptions {
  /** Errors are plain text, which git shows to its user. */
  isGit: boolean;
}

/** Forwards a request and sends the response. */
export type ForwardToPrimary = (exchange: HttpExchange, options: ForwardOptions) => Promise<void>;

/** Creates the proxy. */
export function createPrimaryProxy(url: string, log: Logger): ForwardToPrimary {
  const forwarding = new WeakMap<IncomingMessage, { exchange: HttpExchange; options: ForwardOptions }>();
  const proxy = createProxyMiddleware({
    target: url,
    changeOrigin: true,
    xfwd: true,
    timeout: IDLE_MS,
    proxyTimeout: IDLE_MS,
    on: {
      proxyReq(outgoing, request) {
        // The primary does not accept contexts of this mesh.
        for (const name of outgoing.getHeaderNames()) if (name.startsWith('forge-')) outgoing.removeHeader(name);
        const entry = forwarding.get(request);
        if (entry) outgoing.setHeader('X-Request-Id', entry.exchange.id);
      },
      proxyRes: (origin, _request, response) => closeOnAbort(origin, response),
      error(error, request, response) {
        const entry = forwarding.get(request);
        log.warn({ err: error, request_id: entry?.exchange.id }, 'primary lost');
        if (entry && 'headersSent' in response && !response.headersSent) refuse(entry.exchange, entry.options, log);
        else response.destroy();
      },
    },
  });
  return async (exchange, options) => {
    exchange.label = options.isGit ? 'primary_git' : 'primary';
    forwarding.set(exchange.request, { exchange, options });
    await proxy(exchange.request, exchange.response);
  };
}

function refuse(exchange: HttpExchange, { isGit }: ForwardOptions, log: Logger): void {
  const error = new UnavailableError(CONNECT_TEXT, { retryAfter: 10 });
  if (isGit) sendText(exchange, 503, `${CONNECT_TEXT}\n`, { 'Retry-After': '10', Connection: 'close' });
  else sendError(exchange, error, log);
}
