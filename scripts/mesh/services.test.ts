// A process may reach the services whose RPCs name it as a caller; the list of processes agrees
// with the protos.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCallers, parseDescriptors } from '../../packages/rpc/src/contract.ts';
import { gateway, services } from './services.ts';

const descriptors = join(__dirname, '../../proto/gen/descriptors');
/** RPCs that every service has; their package does not tell which callers use them. */
const COMMON = 'forgemesh.api.v1';

/** Services whose RPCs name a process as a caller, including `COMMON`. */
function reachedBy(): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>();
  for (const file of readdirSync(descriptors)) {
    const registry = parseDescriptors(readFileSync(join(descriptors, file)));
    for (const [rpc, callers] of listCallers(registry)) {
      const [, service = COMMON] = /^\/forgemesh\.(?!api\.)(\w+)\.v1\./.exec(rpc) ?? [];
      for (const caller of callers) reached.set(caller, (reached.get(caller) ?? new Set()).add(service));
    }
  }
  return reached;
}

describe('the services that a process calls', () => {
  const reached = reachedBy();

  it('has no unknown callers', () => {
    const names = new Set([gateway, ...services].map(({ name }) => name));
    expect([...reached.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(services.map(({ name, calls }) => [name, calls] as const))('match the contract: %s', (name, calls) => {
    const granted = reached.get(name) ?? new Set();
    const own = [...granted].filter((service) => service !== COMMON);
    expect(calls).toEqual(expect.arrayContaining(own));
    if (!granted.has(COMMON)) expect([...calls].sort()).toEqual(own.sort());
  });
});
