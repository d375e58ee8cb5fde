// Reads the tables of this folder, and the operations that the services declare.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Rpc from '@forgemesh/rpc';
import { root } from '../lib/root.ts';

export type ServedOperation = ReturnType<typeof Rpc.listOperations>[number] & { service: string };

/** Reads a tab-separated table whose first row contains the column names. */
export function readTable<Column extends string>(file: string): Record<Column, string>[] {
  const lines = readFileSync(join(root, 'scripts/coverage', file), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  const [names = [], ...values] = rows;
  return values.map(
    (row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])) as Record<Column, string>,
  );
}

/** Reads the declared operations from the descriptor sets: `METHOD /api/v4/path/:` -> operation. */
export function readServed(): Map<string, ServedOperation> {
  const load = createRequire(join(root, 'packages/rpc/package.json'));
  const { listOperations, parseDescriptors } = load('./dist/index.js') as typeof Rpc;
  const folder = join(root, 'proto/gen/descriptors');
  const served = new Map<string, ServedOperation>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.binpb'))) {
    for (const operation of listOperations(parseDescriptors(readFileSync(join(folder, file))))) {
      for (const path of operation.paths)
        served.set(routeKey(operation.httpMethod, path), { ...operation, service: file.replace('.binpb', '') });
    }
  }
  return served;
}

/** A route without its parameter names. */
export function routeKey(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^}]+\}|:\w+/g, ':')}`;
}

/** Resolves a path of a table, which is relative to `/api/v4` unless it starts with `//`. */
export function fullPath(path: string): string {
  if (path.startsWith('//')) return path.slice(1);
  return path.startsWith('/api/v4') ? path : `/api/v4${path}`;
}
