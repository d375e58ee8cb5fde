// Measures the areas of a service: the folders of the first two levels of its `src`, in which
// `operations` belong to the area that contains them. An area imports the `index.ts` of other areas
// only, areas form no import cycle, and each area declares the dependencies that it needs in its
// `deps.ts`. Files directly in `src` compose the service and may import any file.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Services whose areas comply with all rules; the others are only measured. */
export const compliantServices: ReadonlySet<string> = new Set([
  'approvals',
  'collaboration',
  'deliveries',
  'geo',
  'identity',
  'projects',
  'repository',
  'settings',
]);

/** Maximum number of fields of the dependencies of an area, inherited ones included. */
const MAX_FIELDS = 15;

/** The files that compose a service; their imports join areas without making them depend. */
const wiring: ReadonlySet<string> = new Set(['compose.ts', 'deps.ts', 'main.ts', 'schedules.ts', 'service.ts']);
/** Folders whose files are registered in lists; they import each other freely. */
const registered = /^(consumers|internal)(\/|$)/;
const suite = /\.test\.ts$|^testing\//;

/** The structure of a service. */
export interface ServiceStructure {
  areas: number;
  /** Areas that import each other in a cycle. */
  cycles: string[][];
  /** Imports of another area that are not its `index.ts`. */
  deepImports: string[];
  /** The interface of dependencies with the most fields. */
  widest: { name: string; fields: number };
  /** Parameters that take the dependencies of the whole service. */
  wideParameters: string[];
}

interface SourceFile {
  /** Relative to `src`. */
  path: string;
  source: ts.SourceFile;
}

/** @param path relative to `src` */
export function areaOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  if (folders.length === 0) return path;
  return folders
    .filter((folder) => folder !== 'operations')
    .slice(0, 2)
    .join('/');
}

/** @returns the strongly connected components with more than one node */
export function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...edges.keys()].map((node) => [node, reachableFrom(node, edges)]));
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const [node, others] of reachable) {
    if (done.has(node)) continue;
    const cycle = [node, ...[...others].filter((other) => other !== node && reachable.get(other)?.has(node))];
    for (const each of cycle) done.add(each);
    if (cycle.length > 1) cycles.push(cycle.sort());
  }
  return cycles;
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

/** @param folder of the service */
export function measureService(folder: string): ServiceStructure {
  const root = join(folder, 'src');
  const resolveImport = createResolver(folder);
  const files = listFiles(root);
  const edges = new Map<string, Set<string>>();
  const deepImports: string[] = [];
  for (const { path, source } of files) {
    if (wiring.has(path)) continue;
    const area = areaOf(path);
    const targets = edges.get(area) ?? new Set();
    edges.set(area, targets);
    for (const specifier of specifiersOf(source)) {
      const target = resolveImport(path, specifier);
      if (target === undefined || wiring.has(target) || areaOf(target) === area) continue;
      targets.add(areaOf(target));
      const isWiring = !path.includes('/') || !target.includes('/');
      const isRegistered = registered.test(path) && registered.test(target);
      if (isWiring || isRegistered || target === `${areaOf(target)}/index.ts`) continue;
      deepImports.push(`${path}: ${specifier}`);
    }
  }
  return {
    areas: [...edges.keys()].filter((area) => !area.endsWith('.ts')).length,
    cycles: cyclesOf(edges),
    deepImports,
    widest: findWidest(files, resolveImport),
    wideParameters: findWideParameters(files),
  };
}

/** @returns the violations of a service, of those rules that it complies with */
export function violationsOf({ cycles, deepImports, widest, wideParameters }: ServiceStructure): string[] {
  return [
    ...cycles.map((cycle) => `areas import each other in a cycle: ${cycle.join(', ')}`),
    ...deepImports.map((each) => `${each} is not the public interface of the area`),
    ...wideParameters.map((each) => `${each} takes the dependencies of the whole service`),
    ...(widest.fields > MAX_FIELDS ? [`${widest.name} has ${widest.fields} fields; the maximum is ${MAX_FIELDS}`] : []),
  ];
}

type Resolver = (from: string, specifier: string) => string | undefined;

/** @returns a function that resolves imports of the service's own files to paths below `src` */
function createResolver(folder: string): Resolver {
  const root = join(folder, 'src');
  const { imports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return (from, specifier) => {
    const entry: string | undefined = imports[specifier]?.['@forgemesh/source'];
    if (entry !== undefined) return relative(root, join(folder, entry));
    if (!/^[.#]/.test(specifier)) return undefined;
    const path = specifier.startsWith('#') ? join(root, specifier.slice(1)) : join(root, dirname(from), specifier);
    const found = [`${path}.ts`, join(path, 'index.ts')].find((each) => existsSync(each));
    return found && relative(root, found);
  };
}

/** @returns the source files of a service without its suites */
function listFiles(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !suite.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    });
}

/** @returns the specifiers of all imports, those of types included */
function specifiersOf(source: ts.SourceFile): string[] {
  const specifiers: string[] = [];
  walk(source, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      specifiers.push((node.moduleSpecifier as ts.StringLiteral).text);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      specifiers.push((node.argument.literal as ts.StringLiteral).text);
  });
  return specifiers;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** @returns the type `...Deps` with the most fields among those that areas declare in `deps.ts` */
function findWidest(files: readonly SourceFile[], resolveImport: Resolver): ServiceStructure['widest'] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  let widest = { name: '', fields: 0 };
  for (const file of files) {
    if (!/(^|\/)deps\.ts$/.test(file.path) || (file.path === 'deps.ts' && hasAreasOfItsOwn(files))) continue;
    for (const statement of file.source.statements) {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue;
      const name = statement.name.text;
      if (file.path !== 'deps.ts' && !name.endsWith('Deps')) continue;
      const fields = fieldsOf(name, file, byPath, resolveImport).size;
      if (fields > widest.fields) widest = { name, fields };
    }
  }
  return widest;
}

/** @returns whether areas declare dependencies, so that those of the service only join them */
function hasAreasOfItsOwn(files: readonly SourceFile[]): boolean {
  return files.some(({ path }) => path.endsWith('/deps.ts'));
}

/** @returns the names of the fields of a declared type, with those of the types that it extends */
function fieldsOf(
  name: string,
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
  resolveImport: Resolver,
): Set<string> {
  const fields = new Set<string>();
  const add = (names: Iterable<string>): void => {
    for (const each of names) fields.add(each);
  };
  const addType = (type: ts.Node): void => {
    if (ts.isIntersectionTypeNode(type)) type.types.forEach(addType);
    else if (ts.isTypeLiteralNode(type)) add(type.members.map((member) => member.name?.getText() ?? ''));
    else if (ts.isTypeReferenceNode(type) || ts.isExpressionWithTypeArguments(type)) {
      const reference = ts.isTypeReferenceNode(type) ? type.typeName.getText() : type.expression.getText();
      const [first, second] = type.typeArguments ?? [];
      if (reference === 'Pick' && second) {
        const literals = ts.isUnionTypeNode(second) ? second.types : [second];
        add(literals.map((literal) => literal.getText()));
      } else if (reference === 'Omit' && first) addType(first);
      else add(fieldsOf(reference, file, byPath, resolveImport));
    }
  };
  for (const statement of file.source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) addType(statement.type);
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) {
      add(statement.members.map((member) => member.name?.getText() ?? ''));
      for (const { types } of statement.heritageClauses ?? []) types.forEach(addType);
    }
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    if (!bindings || !('elements' in bindings) || !statement.moduleSpecifier) continue;
    const element = [...bindings.elements].find((each) => each.name.text === name);
    const target = element && resolveImport(file.path, (statement.moduleSpecifier as ts.StringLiteral).text);
    const declaring = target === undefined ? undefined : byPath.get(target);
    if (element && declaring)
      add(fieldsOf((element.propertyName ?? element.name).text, declaring, byPath, resolveImport));
  }
  return fields;
}

/** @returns the parameters, outside of wiring, that take all dependencies */
function findWideParameters(files: readonly SourceFile[]): string[] {
  const wide = wideTypesOf(files);
  const found: string[] = [];
  for (const { path, source } of files) {
    if (!path.includes('/')) continue;
    walk(source, (node) => {
      if (!ts.isParameter(node) || !node.type || !mentions(node.type, wide)) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}`);
    });
  }
  return found;
}

/** @returns the dependencies that `compose.ts` creates, and the calls that `operation.ts` names */
function wideTypesOf(files: readonly SourceFile[]): Set<string> {
  const names = new Set<string>();
  for (const { path, source } of files) {
    if (path !== 'compose.ts' && path !== 'operation.ts') continue;
    for (const statement of source.statements) {
      if (path === 'operation.ts' && ts.isTypeAliasDeclaration(statement)) names.add(statement.name.text);
      if (!ts.isImportDeclaration(statement)) continue;
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      const bindings = statement.importClause?.namedBindings;
      if (!/^(\.\/|#)deps$/.test(specifier) || !bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name } of bindings.elements) names.add(name.text);
    }
  }
  return names;
}

/** @returns whether a type contains all dependencies, and not only a selection of their fields */
function mentions(type: ts.TypeNode, names: ReadonlySet<string>): boolean {
  if (ts.isIndexedAccessTypeNode(type)) return false;
  if (ts.isTypeReferenceNode(type)) {
    const name = type.typeName.getText();
    if (name === 'Pick') return false;
    return names.has(name) || (type.typeArguments ?? []).some((each) => mentions(each, names));
  }
  let isMentioned = false;
  ts.forEachChild(type, (child) => {
    if (ts.isTypeNode(child)) isMentioned ||= mentions(child, names);
    else if (ts.isPropertySignature(child) && child.type) isMentioned ||= mentions(child.type, names);
  });
  return isMentioned;
}
