/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of a running instance, to which the development server forwards API requests. */
const instance = process.env['FORGE_URL'] ?? 'http://127.0.0.1:8080';

/** What every page needs of the libraries. */
const libraries =
  /node_modules\/(?:(?:react|react-dom|react-error-boundary|scheduler|react-router|openapi-fetch|@tanstack\/(?:react-query|query-core))\/|lucide-react\/dist\/esm\/[A-Za-z]+\.)/;

const FIRST_SCRIPT = 'first-script';

/**
 * Adds a script that runs before the page is painted: a classic script in the head, because modules
 * run later.
 */
function firstScript(): Plugin {
  const entry = join(import.meta.dirname, `src/app/${FIRST_SCRIPT}.ts`);
  const inHead = { tag: 'script', injectTo: 'head-prepend' } as const;
  return {
    name: 'first-script',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const result = await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2023',
          lib: { entry, formats: ['iife'], name: 'firstScript' },
        },
      });
      const [output] = Array.isArray(result) ? result : [result];
      if (!output || !('output' in output)) throw new Error('the first script was not built');
      this.emitFile({ type: 'asset', name: `${FIRST_SCRIPT}.js`, source: output.output[0].code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [{ ...inHead, attrs: { type: 'module', src: `/src/app/${FIRST_SCRIPT}.ts` } }];
        const file = Object.keys(bundle).find((name) => name.includes(`/${FIRST_SCRIPT}-`));
        if (file === undefined) throw new Error('the first script is not in the bundle');
        return [{ ...inHead, attrs: { src: `/-/${file}` } }];
      },
    },
  };
}

/** Lists the addresses of the pages in `routes.json`: all others get the status 404. */
function routeList(): Plugin {
  const patternsOf = (name: string): string[] => {
    const source = readFileSync(join(import.meta.dirname, `src/app/routes/${name}-pages.ts`), 'utf8');
    const patterns = [...source.matchAll(/\b(?:page|userPage)\(\s*'([^']+)'/g)].map(([, pattern = '']) => pattern);
    if (patterns.length !== source.split('import(').length - 1)
      throw new Error(`unreadable addresses of ${name} pages`);
    return patterns;
  };
  return {
    name: 'route-list',
    apply: 'build',
    generateBundle() {
      const routes = { global: patternsOf('global'), group: patternsOf('group'), project: patternsOf('project') };
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) });
    },
  };
}

// The tool reads a default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    firstScript(),
    routeList(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg)$/, threshold: 1024 }),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/oauth', '/uploads', '/-/session', '/-/account', '/-/docs', '/-/console'].map((path) => [
        path,
        instance,
      ]),
    ),
  },
  css: {
    // `.item-title` is `styles.itemTitle`. Names stay readable in the tools of browsers.
    modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[local]_[hash:base64:5]' },
  },
  experimental: {
    // Files are served below /-/assets/, while the build stores them in dist/assets/.
    renderBuiltUrl: (name) => `/-/${name}`,
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Unchanged by most releases, so browsers keep it.
            { name: 'libraries', test: libraries },
            // What nearly all pages share is one file.
            { name: 'common', test: /src\/(?:api|components|data|lib|live|session)\//, minShareCount: 38 },
            // Without those that the frame of all pages needs: it would load the others with them.
            { name: 'data', test: /src\/data\/(?!access|current-user|discussions|sign-ins|todos)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
