/** Signed contexts of the processes of a mesh, for tests that call RPCs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallContext } from '@forgemesh/telemetry';
import {
  createSigner,
  GATEWAY,
  type ContextSigner,
  listCallers,
  listOperations,
  parseDescriptors,
} from '@forgemesh/rpc';

const DESCRIPTORS = join(__dirname, '../../../proto/gen/descriptors');

let callers: Map<string, string> | undefined;

/** Returns a process that may call an RPC; the gateway if it may. */
export function callerOf(rpc: string): string {
  callers ??= readCallers();
  const caller = callers.get(rpc);
  if (caller === undefined) throw new Error(`the contract allows no process to call ${rpc}`);
  return caller;
}

function readCallers(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(DESCRIPTORS)) {
    const registry = parseDescriptors(readFileSync(join(DESCRIPTORS, file)));
    for (const [rpc, [first]] of [...listCallers(registry)].map(([rpc, names]) => [rpc, [...names]] as const))
      if (first !== undefined) found.set(rpc, first);
    for (const { rpc } of listOperations(registry)) found.set(rpc, GATEWAY);
  }
  return found;
}

/** Creates a signer that signs each context on behalf of a process that may make the call. */
export function createMeshSigner(dataDir: string): ContextSigner {
  const signers = new Map<string, ContextSigner>();
  return {
    sign(context, target) {
      const issuer = callerOf(target.method);
      const signer = signers.get(issuer) ?? createSigner(issuer, join(dataDir, 'keys', `${issuer}.pem`));
      signers.set(issuer, signer);
      return signer.sign(context, target);
    },
  };
}

/**
 * Returns the context of a call that a service makes while it handles a request of the context's
 * user.
 */
export async function onBehalf(dataDir: string, context: CallContext, rpc: string): Promise<CallContext> {
  const audience = callerOf(rpc);
  if (audience === GATEWAY) return context;
  const gateway = createSigner(GATEWAY, join(dataDir, 'keys', `${GATEWAY}.pem`));
  const token = await gateway.sign(context, { audience, method: '/test' });
  const forwarded = {
    origin: context,
    length: 1,
    tokens: () => Promise.resolve([token]),
    isForwardable: () => true,
  };
  return { ...context, forwarded };
}
