// Checks which calls of API clients have a route.

import { fullPath, readTable, routeKey, type ServedOperation } from './tables.ts';

type Served = ReadonlyMap<string, ServedOperation>;
type Row = Record<'method' | 'path' | 'clients' | 'reason', string>;
type Call = Row & { hasRoute: boolean };

/**
 * Prints the calls that have neither a route nor a reason by resource, and counts of all others.
 * @returns whether the table is consistent: a call with a route has no reason, and no call is
 *   listed twice
 */
export function printClients(served: Served): boolean {
  const calls = readCalls(served);
  const missing = calls.filter(({ hasRoute, reason }) => !hasRoute && reason === '');
  for (const [resource, rows] of groupBy(missing, ({ path }) => resourceOf(path))) {
    console.log(`\n${resource}`);
    for (const { method, path, clients } of rows) console.log(`  ${method.padEnd(6)} ${path}  (${clients})`);
  }
  const outOfScope = calls.filter(({ hasRoute, reason }) => !hasRoute && reason !== '');
  console.log('\nout of scope');
  for (const [reason, rows] of groupBy(outOfScope, ({ reason }) => reason)) {
    console.log(`  ${String(rows.length).padStart(4)}  ${reason}`);
  }
  const problems = findProblems(calls);
  for (const problem of problems) console.log(problem);
  const count = calls.filter(({ hasRoute }) => hasRoute).length;
  console.log(`\nwithout a route and without a reason: ${missing.length}; out of scope: ${outOfScope.length}`);
  console.log(`calls with a route: ${count} of ${calls.length}`);
  return problems.length === 0;
}

/** Reads the calls, each with whether it has a route. */
export function readCalls(served: Served): Call[] {
  return readTable<keyof Row>('clients.tsv').map((row) => ({ ...row, hasRoute: hasRoute(served, row) }));
}

function hasRoute(served: Served, { method, path, reason }: Row): boolean {
  const has = (name: string, shape: string) => served.has(routeKey(name, fullPath(shape)));
  if (has(method, path) || (method === 'HEAD' && has('GET', path))) return true;
  // All integrations may share one route.
  return reason === '' && has(method, path.replace(/\/services\/[\w-]+$/, '/services/:slug'));
}

/** Finds inconsistent rows of the table. */
export function findProblems(calls: readonly Call[]): string[] {
  const keys = calls.map(({ method, path }) => routeKey(method, path));
  return [
    ...calls
      .filter(({ hasRoute, reason }) => hasRoute && reason !== '')
      .map(({ method, path, reason }) => `clients.tsv: ${method} ${path} has a route and a reason (${reason})`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `clients.tsv: ${key} is listed twice`),
  ];
}

/** `/projects/:id/issues/:issue_iid/notes` -> `projects: issues`. */
function resourceOf(path: string): string {
  const [first = '', second = '', third] = fullPath(path).replace('/api/v4/', '').split('/');
  return third !== undefined && second.startsWith(':') ? `${first}: ${third}` : first;
}

function groupBy(rows: readonly Call[], keyOf: (row: Call) => string): [string, Call[]][] {
  const groups = new Map<string, Call[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
}
