/**
 * What Express serves: health checks, reference, sessions, account pages, files of the web pages.
 *
 * API requests never pass through Express, whose router costs several times as much as that of the
 * API.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Response, type Router } from 'express';
import { answerProbes } from '@forgemesh/service';
import type { HttpExchange } from '../server/exchange';
import type { Middleware } from '../server/request-handler';

/** A response of the web app; its exchange is in `locals`. */
export type WebResponse = Response<unknown, { exchange: HttpExchange }>;

export const SPEC_PATH = '/api/v4/openapi.json';
/** All other page paths; paths with escapes, empty segments or dot segments do not match. */
const pagePath = /^\/-(?:\/(?!\.)[\w.-]+)+\/?$/;
const probePaths = ['/-/health', '/-/liveness', '/-/readiness'];
const pageMethods = new Set(['GET', 'HEAD', 'POST', 'DELETE']);

/** Creates a router whose paths match exactly. */
export function createRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true });
}

/** Creates the middleware that serves health checks and the pages of the routers. */
export function createWebApp(probes: Parameters<typeof answerProbes>[0], routers: readonly Router[]): Middleware {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.all(probePaths, (request, response) => void answerProbes(probes, request, response));
  // Express would respond to OPTIONS itself; the pages have no other methods.
  app.use(({ method }, _response, next) => (pageMethods.has(method) ? next() : next('router')));
  for (const router of routers) app.use(router);

  const handle = app as (request: IncomingMessage, response: ServerResponse, next: NextFunction) => void;
  return (exchange) => {
    if (exchange.path !== SPEC_PATH && !pagePath.test(exchange.path)) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const { request, response } = exchange;
      response.once('close', () => resolve(true));
      const onUnanswered: NextFunction = (error?: unknown) => (error ? reject(error as Error) : resolve(false));
      handle(request, Object.assign(response, { locals: { exchange } }), onUnanswered);
    });
  };
}
