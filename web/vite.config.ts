/** Builds the pages into `dist/`: hashed files below `/-/assets/`, compressed at build time. */
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react-swc';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { compileTexts } from './build/compile-texts.ts';

/** Address of a running instance, to which the development server forwards API requests. */
const instance = process.env['FORGE_URL'] ?? 'http://127.0.0.1:8080';

/** The script that starts the loading of the first page, and the one that shows it. */
const boot = join(import.meta.dirname, 'src/app/boot.ts');
const main = join(import.meta.dirname, 'src/app/main.tsx');
const issuePage = join(import.meta.dirname, 'src/pages/issues/issue-page.tsx');

/**
 * Chunks by the path of a module below `src/` or `node_modules/`: the first match. A chunk takes
 * the dependencies of its modules with it unless they are in a chunk before it.
 */
const chunks: readonly (readonly [string, RegExp])[] = [
  ['editor', /^src\/(?:components\/editor\/(?!markdown-editor|completion\.ts)|data\/(?:completion|uploads)\.ts)/],
  ['diff', /^src\/components\/(?:diff\/|discussion\/diff-discussions)/],
  ['forms', /^src\/components\/settings\//],
  ['repository', /^src\/pages\/(?:files|project)\/|^fuzzysort\//],
];
/** What the first script needs, what an issue and nearly all pages need, what some pages share. */
const sharedChunks = ['boot', 'libraries', 'common', 'shared'];
const named = [...sharedChunks, ...chunks.map(([name]) => name)];
const own = /^src\/|^(?:lucide-react|tinykeys|eventsource-parser)\//;
const pagesFolder = join(import.meta.dirname, 'src/pages');

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicImporters: readonly string[];
}

interface ModuleGraph {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

interface KnownModules {
  boot: ReadonlySet<string>;
  first: ReadonlySet<string>;
  common: ReadonlySet<string>;
  /** The chunks of pages that need a module, by its id. */
  chunksOf: ReadonlyMap<string, ReadonlySet<string>>;
}

let known: KnownModules | undefined;

/** Returns modules with those that they import, directly or not. */
function modulesOf(entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Finds out which parts of the pages need which modules. */
function readModules(graph: ModuleGraph): KnownModules {
  const pages = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const chunksOf = new Map<string, Set<string>>();
  for (const path of pages) {
    const id = join(pagesFolder, path);
    const chunk = chunkOfPage(`src/pages/${path}`);
    for (const needed of modulesOf([id], graph))
      chunksOf.set(needed, (chunksOf.get(needed) ?? new Set()).add(chunk ?? 'common'));
  }
  return {
    boot: modulesOf([boot], graph),
    first: modulesOf([main], graph),
    common: modulesOf([main, issuePage], graph),
    chunksOf,
  };
}

/** Returns the chunk of a file of a page; undefined for an issue, which most visitors read. */
function chunkOfPage(path: string): string | undefined {
  const [, folder] = /^src\/pages\/(?!issues\/issue-)([^/]+)\//.exec(path) ?? [];
  return chunks.find(([, pattern]) => pattern.test(path))?.[0] ?? folder;
}

/** Returns the name of the chunk for a module; null to leave it to the bundler. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  known ??= readModules(graph);
  if (known.boot.has(id) || id.includes('vite/preload-helper')) return 'boot';
  const [, path = ''] = /^.*\/(?:node_modules\/|web\/(?=src\/))([^?]+)/.exec(id) ?? [];
  // Libraries are unchanged by most releases, so browsers keep them.
  if (known.first.has(id)) return path.startsWith('src/') ? 'common' : 'libraries';
  // What a component loads on demand, such as the code editor, is a file of its own.
  const isOnDemand = (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  if (isOnDemand && !/^src\/(?:app|pages|components\/editor)\//.test(path)) return null;
  const page = chunkOfPage(path);
  if (page !== undefined) return page;
  if (!own.test(path)) return null;
  if (known.common.has(id) || path.startsWith('src/app/')) return 'common';
  const [chunk, ...others] = known.chunksOf.get(id) ?? [];
  return others.length > 0 ? 'shared' : (chunk ?? null);
}

/** Imports icons one by one, so that each is in the chunk of the pages that show it. */
function singleIcons(): Plugin {
  const source = join(import.meta.dirname, 'src/');
  const fileOf = (icon: string): string =>
    icon
      .replace(/([a-z\d])([A-Z])|([A-Za-z])(\d)/g, (_all, a = '', b = '', c = '', d = '') => `${a}${c}-${b}${d}`)
      .toLowerCase();
  const importOf = (name: string): string => {
    const [icon = '', local = icon] = name.split(' as ');
    return `import ${local} from 'lucide-react/icons/${fileOf(icon)}';`;
  };
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(source)) return null;
      return code.replace(/^import \{([^}]*)\} from 'lucide-react';$/gm, (_all, names: string) => {
        const icons = names.split(',').map((name) => name.trim());
        return icons
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(importOf)
          .join(' ');
      });
    },
  };
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
      handler(_html, { bundle }) {
        if (!bundle) return [{ ...inHead, attrs: { type: 'module', src: `/src/app/${FIRST_SCRIPT}.ts` } }];
        const file = Object.keys(bundle).find((name) => name.includes(`/${FIRST_SCRIPT}-`));
        if (file === undefined) throw new Error('the first script is not in the bundle');
        return [{ ...inHead, attrs: { src: `/-/${file}` } }];
      },
    },
  };
}

/** The icon is part of the document, which saves a request. */
function inlineIcon(): Plugin {
  const path = 'src/app/layout/logo.svg';
  const picture = readFileSync(join(import.meta.dirname, path), 'utf8').replace(/\n\s*/g, ' ');
  return {
    name: 'inline-icon',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(`/${path}`, `data:image/svg+xml,${encodeURIComponent(picture)}`),
    },
  };
}

/**
 * Lets the script that starts the loading run as soon as it has been received: other modules wait
 * for the style sheet. It imports the others, whose loading starts with the document.
 */
function earlyBoot(): Plugin {
  return {
    name: 'early-boot',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => /\/(?:rolldown-runtime|libraries|common)-/.test(name));
        return {
          html: html.replace(/<script type="module"(?=[^>]*\/boot-)/, '<script type="module" async'),
          tags: files.map((name) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: renderBuiltUrl(name) },
          })),
        };
      },
    },
  };
}

/**
 * Builds the frame that draws a diagram. It shares no script and no style with the pages, so that
 * neither can change the other.
 */
function diagramFrame(): Plugin {
  return {
    name: 'diagram-frame',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        resolve: { alias },
        plugins: [compressed()],
        experimental: { renderBuiltUrl },
        build: {
          ...output,
          emptyOutDir: false,
          rolldownOptions: { input: join(import.meta.dirname, 'diagram.html') },
        },
      });
    },
  };
}

/** Variants of files that are compressed at build time. */
function compressed(): Plugin[] {
  return compression({
    algorithms: ['gzip', 'brotliCompress'],
    include: /\.(js|css|svg)$/,
    threshold: 1024,
  }) as Plugin[];
}

/** The license of this layout engine of diagrams is not allowed. */
const alias = { 'elkjs/lib/elk.bundled.js': join(import.meta.dirname, 'src/diagram/no-elk.mjs') };

/** Files are served below `/-/assets/`, while the build stores them in `dist/assets/`. */
const renderBuiltUrl = (name: string): string => `/-/${name}`;

const output = {
  outDir: 'dist',
  target: 'es2023',
  assetsDir: 'assets',
  assetsInlineLimit: 0,
  sourcemap: false,
  // The libraries of diagrams, which are loaded on demand.
  chunkSizeWarningLimit: 3_000,
  modulePreload: { polyfill: false },
} as const;

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
  resolve: { alias },
  plugins: [
    singleIcons(),
    // The English texts stay in the code, so that only other languages load a catalogue.
    react({
      plugins: [
        ['@lingui/swc-plugin', { descriptorFields: 'message', runtimeModules: { i18n: ['#language/i18n', 'i18n'] } }],
      ],
    }),
    compileTexts(),
    lingui({ failOnCompileError: true }),
    firstScript(),
    inlineIcon(),
    earlyBoot(),
    diagramFrame(),
    routeList(),
    compressed(),
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
  experimental: { renderBuiltUrl },
  build: {
    ...output,
    emptyOutDir: true,
    // All styles are smaller than the requests for their parts.
    cssCodeSplit: false,
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
