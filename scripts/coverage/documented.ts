// Checks which documented operations the services declare. A declared operation is handled, because
// a service does not start otherwise.

import { fullPath, readTable, routeKey, type ServedOperation } from './tables.ts';

type Row = Record<'id' | 'service' | 'method' | 'path' | 'auth' | 'success', string>;

const authNames = ['user', 'public', 'user', 'admin'];

/** Prints missing and different operations. */
export function printDocumented(served: ReadonlyMap<string, ServedOperation>): void {
  const documented = readTable<keyof Row>('endpoints.tsv').map((row) => ({
    ...row,
    operation: served.get(routeKey(row.method, fullPath(row.path))),
  }));
  const missing = documented.filter(({ operation }) => !operation);
  for (const row of documented) {
    for (const difference of row.operation ? differences(row, row.operation) : []) {
      console.log(`differs  ${row.id} ${row.method} ${row.path}: ${difference}`);
    }
  }
  for (const [service, rows] of groupByService(missing)) {
    console.log(`missing  ${service}: ${rows.map(({ id }) => id).join(' ')}`);
  }
  console.log(`${served.size} routes declared`);
  console.log(`served ${documented.length - missing.length} of ${documented.length}`);
}

/** Differences between a documented operation and the served one. */
function differences(row: Row, operation: ServedOperation): string[] {
  const found: string[] = [];
  if (operation.service !== row.service) found.push(`owned by ${operation.service} instead of ${row.service}`);
  if (operation.status !== Number(row.success)) found.push(`answers ${operation.status} instead of ${row.success}`);
  if (authNames[operation.options.auth] !== row.auth)
    found.push(`auth ${authNames[operation.options.auth]} instead of ${row.auth}`);
  return found;
}

/** Groups rows by the owning service. */
function groupByService(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.service, [...(groups.get(row.service) ?? []), row]);
  return groups;
}
