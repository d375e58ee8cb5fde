/**
 * The API reference: `/api/v4/openapi.json`, and a page at `/-/docs` that shows it and sends trial
 * requests. The page loads nothing from other hosts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Router } from 'express';
// The main file of the package would load the whole browser bundle.
import absolutePath from 'swagger-ui-dist/absolute-path';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { Headers } from '../../response/send';
import type { Catalogue } from '../../routing/catalogue';
import { compressContent, sendContent, type CachedContent } from '../cached-content';
import { buildOpenApi } from '../openapi/openapi';
import { createRouter, SPEC_PATH, type WebResponse } from '../web-app';

const DOCS_PATH = '/-/docs';

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

/** The document changes with the services; its digest is compared after a minute. */
const specHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' };
const docsHeaders = {
  'Content-Security-Policy': contentSecurity,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=3600',
};

/** A file of the reference. */
interface DocsFile {
  paths: string[];
  type: string;
  read(): Buffer | Promise<Buffer>;
}

const files: DocsFile[] = [
  { paths: [DOCS_PATH, `${DOCS_PATH}/`], type: 'text/html; charset=utf-8', read: () => Buffer.from(page) },
  { paths: [`${DOCS_PATH}/start.js`], type: 'text/javascript', read: () => Buffer.from(startScript) },
  packageFile('swagger-ui.css', 'text/css'),
  packageFile('swagger-ui-bundle.js', 'text/javascript'),
  packageFile('favicon-32x32.png', 'image/png'),
];

/** Dependencies of the reference. */
export interface DocsOptions {
  catalogue: Catalogue;
  rateLimiter: RateLimiter;
  /** Revision of the build. */
  revision: string;
}

/** Creates the router of the reference, whose requests are limited like those without a user. */
export function createDocs({ catalogue, rateLimiter, revision }: DocsOptions): Router {
  const router = createRouter();
  const serve = (paths: string[], label: string, headers: Headers, load: () => Promise<CachedContent>): void => {
    router.get(paths, async (request: Request, response: WebResponse) => {
      const { exchange } = response.locals;
      exchange.label = label;
      rateLimiter.take(exchange, undefined);
      sendContent(request, response, await load(), headers);
    });
  };

  let specification: { revision: number; content: Promise<CachedContent> } | undefined;
  serve([SPEC_PATH], 'openapi', specHeaders, () => {
    if (specification?.revision !== catalogue.revision()) {
      const document = buildOpenApi(catalogue.table().routes, revision);
      const content = compressContent(Buffer.from(JSON.stringify(document)));
      specification = { revision: catalogue.revision(), content };
    }
    return specification.content;
  });
  for (const { paths, type, read } of files) {
    let content: CachedContent | undefined;
    serve(paths, 'docs', { ...docsHeaders, 'Content-Type': type }, async () => {
      content ??= await compressContent(await read());
      return content;
    });
  }
  return router;
}

function packageFile(name: string, type: string): DocsFile {
  return { paths: [`${DOCS_PATH}/${name}`], type, read: () => readFile(join(absolutePath(), name)) };
}
