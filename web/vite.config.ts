/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Address of a running instance, to which the development server forwards API requests. */
const instance = process.env['FORGE_URL'] ?? 'http://127.0.0.1:8080';

/** The script that starts the loading of the first page, and the one that shows it. */
const boot = join(import.meta.dirname, 'src/app/boot.ts');
const main = join(import.meta.dirname, 'src/app/main.tsx');

/**
 * Chunks by the path of a module below `src/` or `node_modules/`: the first match. A chunk takes
 * the dependencies of its modules with it unless they are in a chunk before it.
 */
const chunks: readonly (readonly [string, RegExp])[] = [
  ['code', /^src\/(?:components\/(?:code|diff)\/|components\/discussion\/diff-discussions|lib\/idle-queue)/],
  ['forms', /^src\/components\/settings\//],
  ['repository', /^src\/pages\/(?:files|project)\/|^fuzzysort\//],
];
/** What the first script needs, and what nearly all pages share. */
const sharedChunks = ['boot', 'libraries', 'first', 'common'];
const named = [...sharedChunks, ...chunks.map(([name]) => name)];
const common = /^src\/|^(?:lucide-react|tinykeys|eventsource-parser)\//;

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

let known: { boot: ReadonlySet<string>; first: ReadonlySet<string> } | undefined;

/** Returns a module with those that it imports, directly or not. */
function modulesOf(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Returns the name of the chunk for a module; null to leave it to the bundler. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  known ??= { boot: modulesOf(boot, graph), first: modulesOf(main, graph) };
  if (known.boot.has(id)) return 'boot';
  const [, path = ''] = /^.*\/(?:node_modules\/|web\/(?=src\/))([^?]+)/.exec(id) ?? [];
  const isOwn = path.startsWith('src/');
  // Unchanged by most releases, so browsers keep it.
  if (known.first.has(id)) return isOwn ? 'first' : 'libraries';
  // What a component loads on demand, such as the code editor, is a file of its own.
  const isOnDemand = (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  if (isOnDemand && !/^src\/(?:app|pages)\//.test(path)) return null;
  const own = chunks.find(([, pattern]) => pattern.test(path))?.[0];
  // Issues are what most visitors read.
  const [, folder] = /^src\/pages\/(?!issues\/)([^/]+)\//.exec(path) ?? [];
  return own ?? folder ?? (common.test(path) ? 'common' : null);
}

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
    // All styles are smaller than the requests for their parts.
    cssCodeSplit: false,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each costs a request, and together they compress better.
          groups: [
            ...named.map((name, index) => ({
              debugName: name,
              name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
              priority: named.length - index,
            })),
            // Each other folder of pages.
            { debugName: 'pages', name: (id, graph) => chunkOf(id, graph) },
          ],
        },
      },
    },
  },
});
