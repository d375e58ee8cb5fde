/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of a running instance, to which the development server forwards API requests. */
const instance = process.env['FORGE_URL'] ?? 'http://127.0.0.1:8080';

/** What every page needs of the libraries. */
const libraries =
  /node_modules\/(?:(?:react|react-dom|react-error-boundary|scheduler|react-router|openapi-fetch|@tanstack\/(?:react-query|query-core))\/|lucide-react\/dist\/esm\/[A-Za-z]+\.)/;

// The tool reads a default export.
export default defineConfig({
  root: import.meta.dirname,
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
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      // The pages, and the frame that draws a diagram.
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'diagram.html')],
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
