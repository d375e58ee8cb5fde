/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
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
const sharedChunks = ['loader', 'boot', 'libraries', 'first', 'common'];
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
  // The frame of diagrams loads chunks, too, and must not run the script that starts the pages.
  if (id.includes('vite/preload-helper')) return 'loader';
  known ??= { boot: modulesOf(boot, graph), first: modulesOf(main, graph) };
  if (known.boot.has(id)) return 'boot';
  const [, path = ''] = /^.*\/(?:node_modules\/|web\/(?=src\/))([^?]+)/.exec(id) ?? [];
  // The frame of diagrams is a page of its own.
  if (path.startsWith('src/diagram/')) return null;
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
      handler(_html, { bundle, filename }) {
        // A diagram has no theme of its own.
        if (filename.endsWith('/diagram.html')) return [];
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
  resolve: {
    // The license of this layout engine of diagrams is not allowed.
    alias: { 'elkjs/lib/elk.bundled.js': join(import.meta.dirname, 'src/diagram/no-elk.mjs') },
  },
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
    // All styles are smaller than the requests for their parts.
    cssCodeSplit: false,
    sourcemap: false,
    // The libraries of diagrams, which are loaded on demand.
    chunkSizeWarningLimit: 3_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The pages, and the frame that draws a diagram.
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'diagram.html')],
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
