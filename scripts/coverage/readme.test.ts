import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { fullPath, readServed, readTable, routeKey } from './tables.ts';

it('README.md has the numbers of operations', () => {
  const served = readServed();
  const operations = new Set([...served.values()].map(({ service, rpc }) => `${service} ${rpc}`));
  const documented = readTable<'method' | 'path'>('endpoints.tsv').filter(({ method, path }) =>
    served.has(routeKey(method, fullPath(path))),
  );
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, first, second] = /(\d+) documented operations and more than (\d+) others/.exec(readme) ?? [];
  expect(Number(first)).toBe(documented.length);
  const others = operations.size - documented.length;
  expect(Number(second)).toBe(Math.floor(others / 50) * 50);
});
