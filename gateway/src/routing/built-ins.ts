/** Operations that the gateway handles itself. Their contract is `proto/forgemesh/gateway`. */
import { readFileSync } from 'node:fs';
import { ForbiddenError } from '@forgemesh/errors';
import { listOperations, parseDescriptors, type ResponseOf } from '@forgemesh/rpc';
import { API_VERSION } from '@forgemesh/service';
import type { InstanceServiceDefinition, Metadata, ServiceInfo, Version } from '@forgemesh/proto/gateway/v1/instance';
import { credentialsOf, noteCaller, requireIdentity, type Authenticator } from '../auth/authenticate';
import type { ProcessState, ServiceState } from './discovery';
import type { BuiltInRoute } from './route-table';
import type { HttpExchange } from '../server/exchange';
import { sendJson } from '../response/send';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import { compileOperation, type CompiledOperation } from './compile-operation';
import { parseForm } from '../body/form';

/** Dependencies of the built-in operations. */
export interface BuiltInOptions {
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  /** Revision of the build. */
  revision: string;
  /** Returns the state of the services. */
  services(): ServiceState[];
  /** Returns the state of the processes of services that have several equal ones, by service. */
  processes(): Record<string, ProcessState[]>;
}

const NAME = 'gateway';
const descriptors = require.resolve('@forgemesh/proto/descriptors/gateway.binpb');
/** Start time of this process. */
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

/** Functions that return the responses, by operation. */
type Facts = Record<keyof typeof InstanceServiceDefinition, () => object>;

/** Returns the routes of the built-in operations. */
export function builtInRoutes(options: BuiltInOptions): BuiltInRoute[] {
  const version: ResponseOf<Version> = { version: API_VERSION, revision: options.revision, enterprise: true };
  const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null };
  const metadata: ResponseOf<Metadata> = { ...version, kas };
  const facts: Facts = {
    getVersion: () => version,
    getMetadata: () => metadata,
    listServices: () => listServices(options),
  };
  return listOperations(parseDescriptors(readFileSync(descriptors))).flatMap((contract) => {
    // None of them has a request body.
    const operation = compileOperation(NAME, contract, 0);
    const fact = facts[contract.method.localName as keyof Facts];
    const { httpMethod: method, paths } = contract;
    return paths.map((path) => ({ method, path, operation, fields: {}, handle: handlerOf(options, operation, fact) }));
  });
}

function listServices({ revision, services, processes }: BuiltInOptions): ResponseOf<ServiceInfo>[] {
  const own = { name: NAME, health: 'healthy', contract: null, revision, started_at: startedAt };
  const processesOf = processes();
  return [{ ...own, last_answered_at: new Date().toISOString() }, ...services()].map((facts) => ({
    ...facts,
    uptime: facts.started_at === null ? null : Math.round((Date.now() - Date.parse(facts.started_at)) / 1000),
    processes: processesOf[facts.name] ?? [],
  }));
}

function handlerOf(
  { authenticator, rateLimiter }: BuiltInOptions,
  operation: CompiledOperation,
  fact: () => object,
): (exchange: HttpExchange) => Promise<void> {
  const { contract, auth, status, withoutTerms, withoutTwoFactor } = operation;
  return async (exchange) => {
    exchange.label = contract.name;
    const credentials = { ...credentialsOf(exchange, parseForm(exchange.query)), withoutTerms, withoutTwoFactor };
    const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
      rateLimiter.takeRefused(exchange, error);
      throw error;
    });
    noteCaller(exchange, identity);
    rateLimiter.take(exchange, exchange.userId);
    requireIdentity(identity, operation);
    if (auth === 'admin' && !identity.user?.admin) throw new ForbiddenError();
    sendJson(exchange, status, fact());
  };
}
