/** The API reference: `/api/v4/openapi.json`, and a page at `/-/docs` that shows it and sends trial requests. No outside host is asked. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
// The main file of the package would load the whole browser bundle.
import absolutePath from 'swagger-ui-dist/absolute-path';
import type { Catalogue } from '../../routing/catalogue';
import type { Middleware } from '../../server/request-handler';
import { commonHeaders, send, type Headers } from '../../response/send';
import type { Exchange } from '../../server/exchange';
import { buildOpenApi } from '../openapi/openapi';

const SPEC_PATH = '/api/v4/openapi.json';
const DOCS_PATH = '/-/docs';

/** The files of the page that are served, with their types. */
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Forgemesh API</title>
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
    <link rel="icon" type="image/png" href="${DOCS_PATH}/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '${SPEC_PATH}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const contentSecurity =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Makes the side door for readers of the reference. */
export function createDocs(catalogue: Catalogue, revision: string): Middleware {
  const folder = absolutePath();
  let specification: { revision: number; body: Buffer } | undefined;
  return async (exchange) => {
    const { path, method } = exchange;
    if ((method !== 'GET' && method !== 'HEAD') || (path !== SPEC_PATH && !path.startsWith(DOCS_PATH))) return false;
    if (path === SPEC_PATH) {
      exchange.label = 'openapi';
      if (specification?.revision !== catalogue.revision()) {
        const document = buildOpenApi(catalogue.table().routes, revision);
        specification = { revision: catalogue.revision(), body: Buffer.from(JSON.stringify(document)) };
      }
      send(exchange, 200, { 'Content-Type': 'application/json' }, specification.body);
      return true;
    }
    return sendPart(exchange, folder, path.slice(DOCS_PATH.length));
  };
}

async function sendPart(exchange: Exchange, folder: string, part: string): Promise<boolean> {
  const headers: Headers = { 'Content-Security-Policy': contentSecurity, 'Referrer-Policy': 'no-referrer' };
  if (part === '' || part === '/') {
    exchange.label = 'docs';
    send(exchange, 200, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, Buffer.from(page));
    return true;
  }
  if (part === '/start.js') {
    exchange.label = 'docs';
    send(exchange, 200, { ...headers, 'Content-Type': 'text/javascript' }, Buffer.from(startScript));
    return true;
  }
  const name = part.slice(1);
  const type = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (type === undefined) return false;
  exchange.label = 'docs';
  await sendFile(exchange, join(folder, name), {
    ...headers,
    'Content-Type': type,
    'Cache-Control': 'public, max-age=3600',
  });
  return true;
}

async function sendFile(exchange: Exchange, file: string, headers: Headers): Promise<void> {
  const { size } = await stat(file);
  exchange.response.writeHead(200, { ...commonHeaders(exchange), ...headers, 'Content-Length': String(size) });
  if (exchange.method === 'HEAD') exchange.response.end();
  else await pipeline(createReadStream(file), exchange.response);
}
