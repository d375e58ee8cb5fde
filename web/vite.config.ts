/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of a running instance, to which the development server forwards API requests. */
const instance = process.env['FORGE_URL'] ?? 'http://127.0.0.1:8080';

/** What every page needs of the libraries, and the helper that loads chunks. */
const libraries =
  /vite\/preload-helper|node_modules\/(?:(?:react|react-dom|react-error-boundary|scheduler|react-router|openapi-fetch|@tanstack\/(?:react-query|query-core))\/|lucide-react\/dist\/esm\/[A-Za-z]+\.)/;

/** What the frame of all pages needs, and icons, which would each be a request. */
const frame = new RegExp(
  [
    'lucide-react/dist/esm/icons/',
    'src/(?:api|session)/',
    'src/components/(?:avatar|menu|states)',
    'src/data/(?:current-user|sign-ins|todos|use-draft)',
    'src/lib/(?:anchors|api-error|messages|paths|theme|use-scroll-positions)',
  ].join('|'),
);
/** Small files of most pages. */
const smallFiles = new RegExp(
  [
    'src/components/(?!event-list|html|markdown)[^/]+\\.tsx?$',
    'src/components/(?:page|items)/(?!item-title|pick-list|reactions|emoji|use-emoji|side-fields|time)[^/]+$',
    'src/data/(?!discussions)',
    'src/lib/(?!emoji|highlight)',
    'src/live/',
  ].join('|'),
);
/** Texts with their editor and discussions, without changes of files, which few pages show. */
const texts =
  /src\/components\/(?:discussion\/(?!diff)|editor\/|items\/(?:item-title|pick-list|reactions|emoji|use-emoji|side-fields|time)|rich-text\/|html|markdown)|src\/data\/discussions/;

// The tool reads a default export.
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    // The license of this layout engine of diagrams is not allowed.
    alias: { 'elkjs/lib/elk.bundled.js': join(import.meta.dirname, 'src/diagram/no-elk.mjs') },
  },
  plugins: [
    react(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg|json)$/, threshold: 1024 }),
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
    // The libraries of diagrams, which are loaded on demand.
    chunkSizeWarningLimit: 3_000,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      // The pages, and the frame that draws a diagram.
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'diagram.html')],
      output: {
        codeSplitting: {
          groups: [
            // Unchanged by most releases, so browsers keep it.
            { name: 'libraries', test: libraries, priority: 4 },
            // A group takes along what its files import, unless one of a higher priority has it.
            { name: 'frame', test: frame, priority: 3 },
            { name: 'pages', test: smallFiles, minShareCount: 2, priority: 2 },
            { name: 'texts', test: texts, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
