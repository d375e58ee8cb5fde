/**
 * The page at `/-/console`, where administrators inspect and repair the mesh. It has no data and no
 * rights of its own: its script calls the operations under `/api/v4/admin/` with the token that the
 * administrator enters. The token is never in a cookie, so no request can be forged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Router } from 'express';
import { send } from '../../response/send';
import { pageHeaders } from '../page-headers';
import { serveFiles } from '../static-files';
import { createRouter, type WebResponse } from '../web-app';

const PATH = '/-/console';
const folder = join(__dirname, '../../../console');
const types = { 'console.css': 'text/css; charset=utf-8', 'console.js': 'text/javascript; charset=utf-8' };
const headers = pageHeaders("script-src 'self'; connect-src 'self'; form-action 'none'");

/** Creates the router of the page. */
export function createConsole(): Router {
  const page = readFileSync(join(folder, 'index.html'));
  const router = createRouter();
  router.get([PATH, `${PATH}/`], (_request: Request, { locals: { exchange } }: WebResponse) => {
    exchange.label = 'console';
    send(exchange, 200, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, page);
  });
  router.use(PATH, serveFiles({ folder, types, headers, label: 'console' }));
  return router;
}
