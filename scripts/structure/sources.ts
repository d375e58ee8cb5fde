/** The source files of a service, parsed. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.ts';

/** Files that connect the areas of a service, and so know all of them. */
const wiring = new Set(['main.ts', 'service.ts', 'compose.ts', 'deps.ts', 'query-caches.ts']);
const suite = /\.test\.ts$|^testing\//;

/** Source files by their path in `src`. */
export type Sources = ReadonlyMap<string, ts.SourceFile>;

/** Reads the sources of a service without its suites. */
export function readSources(service: string): Sources {
  const folder = join(root, 'services', service, 'src');
  const paths = globSync('**/*.ts', { cwd: folder }).filter((path) => !suite.test(path));
  return new Map(paths.sort().map((path) => [path, parse(path, readFileSync(join(folder, path), 'utf8'))]));
}

/** Parses a source file. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Whether a file connects the areas. */
export function isWiring(path: string): boolean {
  return wiring.has(path);
}

/** Calls a function for a node and all nodes in it. */
export function visit(node: ts.Node, enter: (node: ts.Node) => void): void {
  enter(node);
  node.forEachChild((child) => visit(child, enter));
}

/** The file that an import of a file refers to; undefined if it is not one of the sources. */
export function resolveImport(sources: Sources, from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? relative('.', join(from, '..', specifier))
      : undefined;
  return [`${path}.ts`, `${path}/index.ts`].find((candidate) => sources.has(candidate));
}
