/**
 * Writes the OpenAPI document of all services without a running instance:
 * `node write-openapi.js <folder of descriptor sets> <file>`. The types of the web pages are
 * generated from it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listOperations, parseDescriptors } from '@forgemesh/rpc';
import { createLogger } from '@forgemesh/telemetry';
import { compileOperation } from '../../routing/compile-operation';
import { createCatalogue } from '../../routing/catalogue';
import type { BuiltInRoute } from '../../routing/route-table';
import { buildOpenApi } from './openapi';

/** Returns the document of the sets in a folder, each named after its service. */
export function openApiOf(folder: string): object {
  const sets = readdirSync(folder).map((file) => ({
    service: basename(file, '.binpb'),
    bytes: readFileSync(join(folder, file)),
  }));
  const own = sets.find(({ service }) => service === 'gateway');
  const catalogue = createCatalogue({
    services: sets.map(({ service }) => service).sort(),
    builtIns: own ? routesOf(own.bytes) : [],
    defaultMaxParamsBytes: 1024 * 1024,
    log: createLogger('openapi', 'silent'),
  });
  for (const { service, bytes } of sets.filter((set) => set !== own))
    catalogue.accept(service, { version: 'build', bytes });
  return buildOpenApi(catalogue.table().routes, 'build');
}

/** The operations of the gateway itself, which are described but never called here. */
function routesOf(bytes: Uint8Array): BuiltInRoute[] {
  return listOperations(parseDescriptors(bytes)).flatMap((contract) => {
    const operation = compileOperation('gateway', contract, 0);
    const handle = (): Promise<void> => Promise.resolve();
    return contract.paths.map((path) => ({ method: contract.httpMethod, path, operation, fields: {}, handle }));
  });
}

if (require.main === module) {
  const [folder = '', file = ''] = process.argv.slice(2);
  writeFileSync(file, JSON.stringify(openApiOf(folder)));
}
