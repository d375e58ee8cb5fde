// npm run coverage: which of the documented operations the services declare (and so must handle: a service does not start otherwise).
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { silentLog } from './lib/log.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const authNames = ['user', 'public', 'user', 'admin'];

/** Reads the table of documented operations. */
function readDocumented() {
  const lines = readFileSync(join(root, 'scripts/coverage/endpoints.tsv'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  const [names, ...values] = rows;
  return values.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

/** Reads what the descriptor sets declare: `METHOD /path/:` -> operation. */
function readServed() {
  const { listOperations, parseDescriptors } = createRequire(join(root, 'kit/package.json'))('./dist/index.js');
  const folder = join(root, 'proto/gen/descriptors');
  const served = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.binpb'))) {
    for (const operation of listOperations(parseDescriptors(readFileSync(join(folder, file))))) {
      for (const path of operation.paths)
        served.set(routeKey(operation.httpMethod, path), { ...operation, service: file.replace('.binpb', '') });
    }
  }
  return served;
}

/** A route without the names of its parameters. */
function routeKey(method, path) {
  return `${method} ${path.replace('/api/v4', '').replace(/\{[^}]+\}|:\w+/g, ':')}`;
}

/** What differs between a documented operation and the one served. */
function differences(row, operation) {
  const found = [];
  if (operation.service !== row.service) found.push(`owned by ${operation.service} instead of ${row.service}`);
  if (operation.status !== Number(row.success)) found.push(`answers ${operation.status} instead of ${row.success}`);
  if (authNames[operation.options.auth] !== row.auth)
    found.push(`auth ${authNames[operation.options.auth]} instead of ${row.auth}`);
  return found;
}

await build({ log: silentLog });
const served = readServed();
const documented = readDocumented().map((row) => ({ ...row, operation: served.get(routeKey(row.method, row.path)) }));
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

/** Rows by the service that owns them. */
function groupByService(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.service, [...(groups.get(row.service) ?? []), row]);
  return groups;
}
