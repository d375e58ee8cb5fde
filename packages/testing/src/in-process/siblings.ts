/** The other services of a mesh, of which only the stubs of a suite respond. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  internalOperation,
  type BoundOperation,
  CallHandler,
  createLocalServer,
  listCallers,
  listOperations,
  type LocalServer,
  type MethodDefinition,
  parseDescriptors,
} from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { silentLog } from '../runtime';
import type { RpcStub } from './rpc-stub';

const DESCRIPTORS = join(__dirname, '../../../../proto/gen/descriptors');

/** Names of the processes that have a contract: the services and the gateway. */
export function processNames(): string[] {
  return readdirSync(DESCRIPTORS).map((file) => basename(file, '.binpb'));
}

/** The servers of the siblings, and the calls for which the suite has no stub. */
export class Siblings {
  private readonly stubs: ReadonlyMap<string, RpcStub>;
  private readonly unexpected = new Set<string>();

  constructor(stubs: readonly RpcStub[]) {
    this.stubs = new Map(stubs.map((each) => [each.rpc, each]));
  }

  /** Throws an error that names the RPCs that were called without a stub since the last call. */
  assertExpectedCalls(): void {
    const rpcs = [...this.unexpected];
    this.unexpected.clear();
    if (rpcs.length > 0) throw new Error(`The suite has no stub for ${rpcs.join(', ')}`);
  }

  /** The server of a sibling. Its contract is read at the first call: most are never called. */
  server(service: string): LocalServer {
    let opened: LocalServer | undefined;
    const open = (): LocalServer => (opened ??= this.open(service));
    return {
      call: (call) => open().call(call),
      download: (call) => open().download(call),
      stop: async (graceMs) => opened?.stop(graceMs),
    };
  }

  private open(service: string): LocalServer {
    const descriptors = join(DESCRIPTORS, `${service}.binpb`);
    const registry = parseDescriptors(readFileSync(descriptors));
    const rpcs = new Set([...listCallers(registry).keys(), ...listOperations(registry).map(({ rpc }) => rpc)]);
    const handler = new CallHandler<object>({
      service,
      descriptors,
      revision: 'test',
      operations: [...rpcs].map((rpc) => this.operation(rpc)),
      deps: {},
      log: silentLog,
      metrics: createMetrics(service),
    });
    return createLocalServer(handler);
  }

  private operation(rpc: string): BoundOperation<object> {
    // Calls within a process use only the path of the method.
    const method = { path: rpc } as MethodDefinition<unknown, unknown>;
    return internalOperation(method, (request, { context }) => {
      const found = this.stubs.get(rpc);
      if (found) return found.respond(request, context);
      this.unexpected.add(rpc);
      throw new Error(`no stub for ${rpc}`);
    });
  }
}
