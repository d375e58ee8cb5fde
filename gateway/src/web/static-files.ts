/** Static files of the gateway. */
import { basename } from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';
import { commonHeaders, type Headers } from '../response/send';
import type { WebResponse } from './web-app';

/** Static files of a folder. */
export interface StaticFiles {
  folder: string;
  /** Content types by file name; no other file of the folder is served. */
  types: Readonly<Record<string, string>>;
  headers: Headers;
  /** Label of their requests in logs and metrics. */
  label: string;
}

const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Creates the handler that serves the files below the path at which it is mounted. */
export function serveFiles({
  folder,
  types,
  headers,
  label,
}: StaticFiles): (request: Request, response: WebResponse, next: NextFunction) => void {
  const serve = express.static(folder, {
    acceptRanges: false,
    cacheControl: false,
    etag: false,
    index: false,
    lastModified: false,
    redirect: false,
    setHeaders(response: Response, path: string) {
      const { exchange } = (response as WebResponse).locals;
      exchange.label = label;
      response.set({ ...commonHeaders(exchange), ...headers });
      // `set` would add a charset.
      response.setHeader('Content-Type', types[basename(path)] as string);
    },
  });
  return (request, response, next) => {
    if (!Object.hasOwn(types, request.path.slice(1))) return next();
    // The files have no validators: a conditional request gets the whole file.
    for (const name of conditions) delete request.headers[name];
    void serve(request, response, next);
  };
}
