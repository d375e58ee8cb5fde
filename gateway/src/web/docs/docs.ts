/**
 * The API reference: `/api/v4/openapi.json`, and a page at `/-/docs` that shows it and sends trial
 * requests. The page loads nothing from other hosts.
 */
import type { Request, Router } from 'express';
// The main file of the package would load the whole browser bundle.
import absolutePath from 'swagger-ui-dist/absolute-path';
import { send } from '../../response/send';
import type { Catalogue } from '../../routing/catalogue';
import { buildOpenApi } from '../openapi/openapi';
import { serveFiles } from '../static-files';
import { createRouter, SPEC_PATH, type WebResponse } from '../web-app';

const DOCS_PATH = '/-/docs';

/** Files of the package that are served, with their types. */
const types = {
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

const headers = { 'Content-Security-Policy': contentSecurity, 'Referrer-Policy': 'no-referrer' };

/** Creates the router of the reference. */
export function createDocs(catalogue: Catalogue, revision: string): Router {
  let specification: { revision: number; body: Buffer } | undefined;
  const router = createRouter();
  router.get(SPEC_PATH, (_request: Request, { locals: { exchange } }: WebResponse) => {
    exchange.label = 'openapi';
    if (specification?.revision !== catalogue.revision()) {
      const document = buildOpenApi(catalogue.table().routes, revision);
      specification = { revision: catalogue.revision(), body: Buffer.from(JSON.stringify(document)) };
    }
    send(exchange, 200, { 'Content-Type': 'application/json' }, specification.body);
  });
  router.get([DOCS_PATH, `${DOCS_PATH}/`], sendText('text/html; charset=utf-8', page));
  router.get(`${DOCS_PATH}/start.js`, sendText('text/javascript', startScript));
  const cached = { ...headers, 'Cache-Control': 'public, max-age=3600' };
  router.use(DOCS_PATH, serveFiles({ folder: absolutePath(), types, headers: cached, label: 'docs' }));
  return router;
}

function sendText(type: string, text: string) {
  return (_request: Request, { locals: { exchange } }: WebResponse): void => {
    exchange.label = 'docs';
    send(exchange, 200, { ...headers, 'Content-Type': type }, Buffer.from(text));
  };
}
