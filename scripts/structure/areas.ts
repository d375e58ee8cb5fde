// The areas of a service: the folders of the first and second level of its sources. An area has
// dependencies of its own (`deps.ts`) and a public interface (`index.ts`).

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { root } from '../lib/root.ts';

/** Services without import cycles of areas, which import areas by their public interfaces only. */
export const SERVICES_WITH_AREAS: readonly string[] = ['projects'];
/** Maximum number of fields of an interface of dependencies. */
export const MAX_FIELDS = 15;

/** A source file; its path is relative to `src/`. */
export interface Source {
  path: string;
  content: string;
}

/** Subpath imports of a package: the file of each, relative to the folder of the package. */
export type SubpathImports = Record<string, { '@forgemesh/source': string }>;

/** Figures of a service. */
export interface AreaFigures {
  areas: number;
  /** Areas that import one another, types included. */
  cycles: string[][];
  /** Imports of an area's file other than its public interface. */
  deepImports: string[];
  /** Parameters that take the dependencies of the whole service. */
  wideParameters: string[];
  /** Number of fields of each interface of dependencies, that of the whole service excluded. */
  interfaces: Map<string, number>;
}

/** @returns the area of a file; undefined for files that belong to no area: tests and root files */
export function areaOf(path: string): string | undefined {
  if (path.endsWith('.test.ts') || path.startsWith('testing/')) return undefined;
  const folders = path.split('/').slice(0, -1);
  while (folders.at(-1) === 'operations') folders.pop();
  return folders.slice(0, 2).join('/') || undefined;
}

/** Measures the areas of a service. */
export function measureAreas(sources: readonly Source[], subpaths: SubpathImports): AreaFigures {
  const files = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap(({ path, content }) =>
    importsIn(content)
      .map((specifier) => resolve(path, specifier, { files, subpaths }))
      .filter((target) => target !== undefined)
      .map((target) => ({ from: path, target })),
  );
  const between = imports.flatMap(({ from, target }) => {
    const [area, other] = [areaOf(from), areaOf(target)];
    return area && other && area !== other ? [{ from, target, area, other }] : [];
  });
  const graph = new Map<string, Set<string>>();
  for (const path of files) {
    const area = areaOf(path);
    if (area) graph.set(area, new Set());
  }
  for (const { area, other } of between) graph.get(area)?.add(other);
  return {
    areas: graph.size,
    cycles: cyclesOf(graph),
    deepImports: between
      .filter(({ target, other }) => target !== `${other}/index.ts`)
      .filter(({ from, target }) => !isListOfFolder(from, target))
      .map(({ from, target }) => `${from} imports ${target}`),
    wideParameters: wideParametersIn(sources),
    interfaces: countFields(sources),
  };
}

/** Reads and measures the areas of a service. */
export async function measureService(name: string): Promise<AreaFigures> {
  const folder = join(root, 'services', name);
  const paths = (await readdir(join(folder, 'src'), { recursive: true })).filter((path) => path.endsWith('.ts'));
  const sources = await Promise.all(
    paths.map(async (path) => ({ path, content: await readFile(join(folder, 'src', path), 'utf8') })),
  );
  const { imports = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return measureAreas(sources, imports);
}

/** @returns what a service violates; empty for a service that complies */
export function violationsOf({ cycles, deepImports, wideParameters, interfaces }: AreaFigures): string[] {
  const wide = [...interfaces].filter(([, fields]) => fields > MAX_FIELDS);
  return [
    ...cycles.map((areas) => `import cycle of areas: ${areas.join(', ')}`),
    ...deepImports.map((text) => `${text} instead of the public interface of its area`),
    ...wideParameters.map((place) => `${place} takes the dependencies of the whole service`),
    ...wide.map(([name, fields]) => `${name} has ${fields} fields, more than ${MAX_FIELDS}`),
  ];
}

function importsIn(content: string): string[] {
  return [...content.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier as string);
}

function resolve(
  path: string,
  specifier: string,
  { files, subpaths }: { files: ReadonlySet<string>; subpaths: SubpathImports },
): string | undefined {
  const named = subpaths[specifier];
  if (named) return named['@forgemesh/source'].replace(/^\.\/src\//, '');
  if (!/^[.#]/.test(specifier)) return undefined;
  const base = specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(path), specifier);
  return [`${base}.ts`, `${base}/index.ts`].find((candidate) => files.has(candidate));
}

/** The list of the operations in the folders below is no area of its own. */
function isListOfFolder(from: string, target: string): boolean {
  return /^[^/]+\/index\.ts$/.test(from) && target.startsWith(`${dirname(from)}/`);
}

/** Strongly connected components with more than one area. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...graph.keys()].map((area) => [area, reachable(graph, area)]));
  const found = new Map<string, string[]>();
  for (const [area, others] of reach) {
    const cycle = [...others].filter((other) => reach.get(other)?.has(area)).sort();
    if (cycle.length > 1) found.set(cycle.join(), cycle);
  }
  return [...found.values()];
}

function reachable(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [...(graph.get(from) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return seen;
}

function wideParametersIn(sources: readonly Source[]): string[] {
  const textOf = (path: string): string => sources.find((source) => source.path === path)?.content ?? '';
  const wholes = [...textOf('deps.ts').matchAll(/^export interface (\w+)/gm)].slice(0, 1).map(([, name]) => name);
  const calls = [...textOf('operation.ts').matchAll(/^export type (\w+) = Call</gm)].map(([, name]) => name);
  const names = [...wholes, ...calls].join('|');
  if (names === '') return [];
  return sources
    .filter(({ path }) => areaOf(path) !== undefined)
    .flatMap(({ path, content }) =>
      [...content.matchAll(new RegExp(`(?::\\s*|Call<)(?:${names})\\b(?!\\[)`, 'g'))].map(() => path),
    );
}

/**
 * Fields of the interfaces of dependencies, those that they extend included. In a service whose
 * areas have none, of the interfaces of the whole service.
 */
function countFields(sources: readonly Source[]): Map<string, number> {
  const ofAreas = fieldsIn(sources.filter(({ path }) => areaOf(path) !== undefined));
  return ofAreas.size > 0 ? ofAreas : fieldsIn(sources.filter(({ path }) => path === 'deps.ts'));
}

function fieldsIn(sources: readonly Source[]): Map<string, number> {
  const declared = new Map<string, { own: string[]; bases: string[] }>();
  for (const { path, content } of sources) {
    const names = path === 'deps.ts' ? '\\w+' : '\\w+Deps';
    const declaration = new RegExp(
      `^export interface (${names})(?:\\s+extends\\s+([\\w\\s,]+?))?\\s*\\{\\n(.*?)^\\}`,
      'gms',
    );
    for (const [, name = '', bases = '', body = ''] of content.matchAll(declaration))
      declared.set(name, {
        own: [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, field]) => field as string),
        bases: bases.split(',').map((base) => base.trim()),
      });
  }
  const fieldsOf = (name: string): string[] => {
    const { own, bases } = declared.get(name) ?? { own: [], bases: [] };
    return [...own, ...bases.flatMap(fieldsOf)];
  };
  return new Map([...declared.keys()].map((name) => [name, new Set(fieldsOf(name)).size]));
}
