/**
 * The page at `/-/console`, where administrators see and mend the mesh. It holds nothing and may nothing: its script calls the operations
 * under `/api/v4/admin/` with the token that the administrator pastes, which is never in a cookie, so there is no request to forge.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from '../../server/request-handler';
import { pageHeaders } from '../page-headers';
import { send } from '../../response/send';

const PATH = '/-/console';
const folder = join(__dirname, '../../../console');

/** The files of the page by what follows its path, with their types. */
const files: Record<string, [name: string, type: string]> = {
  '': ['index.html', 'text/html; charset=utf-8'],
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/console.css': ['console.css', 'text/css; charset=utf-8'],
  '/console.js': ['console.js', 'text/javascript; charset=utf-8'],
};

const headers = pageHeaders("script-src 'self'; connect-src 'self'; form-action 'none'");

/** Makes the side door for the page. */
export function createConsole(): Middleware {
  const parts = new Map(
    Object.entries(files).map(([part, [name, type]]) => [part, { type, content: readFileSync(join(folder, name)) }]),
  );
  return async (exchange) => {
    const { path, method } = exchange;
    if (!path.startsWith(PATH) || (method !== 'GET' && method !== 'HEAD')) return false;
    const part = parts.get(path.slice(PATH.length));
    if (!part) return false;
    exchange.label = 'console';
    send(exchange, 200, { ...headers, 'Content-Type': part.type }, part.content);
    return true;
  };
}
