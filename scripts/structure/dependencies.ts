/** The sizes of the dependency interfaces of a service, and who takes all dependencies. */
import ts from 'typescript';
import { isWiring, visit, type Sources } from './sources.ts';

/** A dependency interface and its number of fields, inherited ones included. */
export interface InterfaceSize {
  name: string;
  fields: number;
}

/** The dependency interfaces of the areas: those in files named `deps.ts`, the largest first. */
export function dependencyInterfaces(sources: Sources): InterfaceSize[] {
  const declared = new Map<string, ts.InterfaceDeclaration>();
  for (const [path, source] of sources)
    if (/(^|\/)deps\.ts$/.test(path))
      for (const statement of source.statements)
        if (ts.isInterfaceDeclaration(statement)) declared.set(statement.name.text, statement);
  return [...declared.values()]
    .filter(({ name }) => name.text.endsWith('Deps') || name.text === allDependencies(sources))
    .map((one) => ({ name: one.name.text, fields: fieldsOf(one, declared).size }))
    .sort((one, other) => other.fields - one.fields);
}

function fieldsOf(
  one: ts.InterfaceDeclaration,
  declared: ReadonlyMap<string, ts.InterfaceDeclaration>,
): ReadonlySet<string> {
  const own = one.members.flatMap(({ name }) => (name ? [name.getText()] : []));
  const bases = (one.heritageClauses ?? []).flatMap(({ types }) => types);
  return new Set([...own, ...bases.flatMap((base) => [...inheritedFields(base, declared)])]);
}

/** Fields of a base interface, or of `Pick` and `Omit` of one. */
function inheritedFields(
  { expression, typeArguments = [] as unknown as ts.NodeArray<ts.TypeNode> }: ts.ExpressionWithTypeArguments,
  declared: ReadonlyMap<string, ts.InterfaceDeclaration>,
): ReadonlySet<string> {
  const name = expression.getText();
  const [of, keys] = typeArguments;
  if (name !== 'Pick' && name !== 'Omit') {
    const base = declared.get(name);
    return base ? fieldsOf(base, declared) : new Set();
  }
  const named = new Set([...(keys?.getText() ?? '').matchAll(/'(\w+)'/g)].map(([, key]) => key as string));
  if (name === 'Pick') return named;
  const base = declared.get(of?.getText() ?? '');
  return new Set([...(base ? fieldsOf(base, declared) : [])].filter((key) => !named.has(key)));
}

/** Name of the type of all dependencies: what `compose.ts` creates. */
export function allDependencies(sources: Sources): string | undefined {
  for (const statement of sources.get('compose.ts')?.statements ?? []) {
    const isExported =
      ts.isFunctionDeclaration(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported && statement.type) return /^(?:Promise<)?(\w+)/.exec(statement.type.getText())?.[1];
  }
  return undefined;
}

/**
 * Number of parameters that take all dependencies, or a call with them. The calls of handlers have
 * no type of their own where `operation.ts` binds them to all dependencies.
 */
export function countWideParameters(sources: Sources): number {
  const all = allDependencies(sources);
  if (all === undefined) return 0;
  const wide = new Set([all, `Call<${all}>`, ...callAliases(sources, all)]);
  const areHandlersWide = sources.get('operation.ts')?.text.includes(`bindOperations<${all}>`) ?? false;
  let count = 0;
  for (const [path, source] of sources)
    if (!isWiring(path))
      visit(source, (node) => {
        if (!ts.isParameter(node)) return;
        if (node.type ? wide.has(node.type.getText()) : areHandlersWide && isCallOfHandler(node)) count++;
      });
  return count;
}

/** Whether a parameter is the call that the handler of an operation receives. */
function isCallOfHandler(parameter: ts.ParameterDeclaration): boolean {
  const { parent: handler } = parameter;
  const binding = handler.parent;
  return (
    ts.isCallExpression(binding) &&
    /^(operation|(internal|upload|download)Operation)$/.test(binding.expression.getText()) &&
    handler.parameters.length > 1 &&
    handler.parameters.at(-1) === parameter
  );
}

/** Names of the types that are defined as a call with all dependencies. */
function callAliases(sources: Sources, all: string): string[] {
  return [...sources.values()].flatMap(({ statements }) =>
    statements.flatMap((statement) =>
      ts.isTypeAliasDeclaration(statement) && statement.type.getText() === `Call<${all}>` ? [statement.name.text] : [],
    ),
  );
}
