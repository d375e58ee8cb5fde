/**
 * Import cycles between the areas of a service, types included. An area is a folder of the second
 * level, or one of the first level that holds files itself.
 */
import { dirname } from 'node:path';
import ts from 'typescript';
import { isWiring, resolveImport, visit, type Sources } from './sources.ts';

/** The area of a file. */
export function areaOf(path: string): string {
  const folder = dirname(path);
  return folder === '.' ? path : folder.split('/').slice(0, 2).join('/');
}

/** The folder of the first level that a file is in. */
export function topFolderOf(path: string): string {
  return path.split('/')[0] as string;
}

/** Groups of folders that import one another in a circle. */
export function findCycles(sources: Sources, folderOf: (path: string) => string): string[][] {
  const imports = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    if (isWiring(path)) continue;
    const folder = folderOf(path);
    const imported = imports.get(folder) ?? new Set();
    imports.set(folder, imported);
    for (const specifier of specifiersIn(source)) {
      const target = resolveImport(sources, path, specifier);
      if (target !== undefined && !isWiring(target) && folderOf(target) !== folder) imported.add(folderOf(target));
    }
  }
  return strongComponents(imports).filter(({ length }) => length > 1);
}

function specifiersIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(source, (node) => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier.text);
  });
  return found;
}

/** Strongly connected components by Tarjan's algorithm. */
function strongComponents(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const enter = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.get(name) as number);
    stack.push(name);
    for (const next of edges.get(name) ?? []) {
      if (!order.has(next)) enter(next);
      else if (!stack.includes(next)) continue;
      lowest.set(name, Math.min(lowest.get(name) as number, lowest.get(next) as number));
    }
    if (lowest.get(name) === order.get(name)) components.push(stack.splice(stack.indexOf(name)).sort());
  };
  for (const name of edges.keys()) if (!order.has(name)) enter(name);
  return components;
}
