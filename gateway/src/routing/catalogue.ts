/**
 * What all services offer: their descriptor sets, compiled into one table of routes.
 *
 * While a service is being replaced, replicas of two versions answer: their operations are united,
 * the newest version's first. A route belongs to the service that claimed it first; a second claim
 * is refused and told.
 */
import { listOperations, parseDescriptors, type OperationContract } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { compileOperation, pathParams, type CompiledOperation } from './compile-operation';
import {
  createRouteTable,
  routeKey,
  type BuiltInRoute,
  type OperationRoute,
  type Route,
  type RouteTable,
} from './route-table';

/** A version of a service that was not seen for this long is gone, in milliseconds. */
const VERSION_LIFE_MS = 60_000;

/** A descriptor set as a service sent it. */
export interface DescriptorSet {
  version: string;
  /** A serialized FileDescriptorSet. */
  bytes: Uint8Array;
}

/** Keeps the table of routes. */
export interface Catalogue {
  /** The routes of now; a request keeps the table that it started with. */
  table(): RouteTable;
  /** Grows with every change of the table. */
  revision(): number;
  /**
   * Takes the set that a service answered with. Throws where it cannot be read; the earlier ones
   * stay.
   */
  accept(service: string, set: DescriptorSet): void;
  /** Notes that a version is still alive, and forgets those that are not. */
  seen(service: string, version: string): void;
  /** Claims that were refused and operations that contradict themselves, one text each. */
  problems(): string[];
}

interface KnownVersion {
  operations: CompiledOperation[];
  problems: string[];
  seenAt: number;
}

/** What the catalogue is made from. */
export interface CatalogueOptions {
  /** Services in the order in which they may claim. */
  services: string[];
  builtIns: BuiltInRoute[];
  defaultMaxBodyBytes: number;
  log: Logger;
  /** Time in milliseconds. */
  now?: () => number;
}

/** Creates an empty catalogue. */
export function createCatalogue({
  services,
  builtIns,
  defaultMaxBodyBytes,
  log,
  now = Date.now,
}: CatalogueOptions): Catalogue {
  const versions = new Map<string, Map<string, KnownVersion>>(services.map((service) => [service, new Map()]));
  const owners = new Map<string, string>(builtIns.map(({ method, path }) => [routeKey(method, path), 'gateway']));
  let table = createRouteTable(builtIns);
  let refused: string[] = [];
  let revision = 0;

  const rebuild = (): void => {
    const claims = services.flatMap((service) => claimsOf(versions.get(service)));
    releaseOwners(owners, claims);
    const settled = settle(claims, owners);
    for (const refusal of settled.refused.filter((text) => !refused.includes(text)))
      log.warn({ refusal }, 'route refused');
    refused = settled.refused;
    table = createRouteTable([...builtIns, ...settled.routes]);
    revision++;
  };

  return {
    table: () => table,
    revision: () => revision,
    accept(service, { version, bytes }) {
      const known = versions.get(service) ?? new Map<string, KnownVersion>();
      // Replicas of two versions answer in turn while one replaces the other.
      if (known.has(version)) return;
      const compiled = compileSet(service, bytes, defaultMaxBodyBytes);
      for (const problem of compiled.problems) log.error({ problem }, 'operation left out');
      known.set(version, { ...compiled, seenAt: now() });
      versions.set(service, known);
      rebuild();
      log.info(
        { discovered_service: service, version, operations: compiled.operations.length },
        'operations discovered',
      );
    },
    seen(service, version) {
      const known = versions.get(service);
      const current = known?.get(version);
      if (!known || !current) return;
      current.seenAt = now();
      const gone = [...known].filter(([, { seenAt }]) => seenAt < now() - VERSION_LIFE_MS);
      for (const [old] of gone) known.delete(old);
      if (gone.length > 0) rebuild();
    },
    problems: () => [
      ...refused,
      ...[...versions.values()].flatMap((known) => [...known.values()].flatMap(({ problems }) => problems)),
    ],
  };
}

/**
 * Reads a set. A service owns the operations of its own packages; what it imports belongs to
 * others.
 */
function compileSet(service: string, bytes: Uint8Array, defaultMaxBodyBytes: number): Omit<KnownVersion, 'seenAt'> {
  const operations: CompiledOperation[] = [];
  const problems: string[] = [];
  const contracts = listOperations(parseDescriptors(bytes)).filter(({ rpc }) =>
    rpc.startsWith(`/forgemesh.${service}.`),
  );
  for (const contract of contracts) {
    try {
      operations.push(compileOperation(service, contract, defaultMaxBodyBytes));
    } catch (error) {
      problems.push(`${service}: ${contract.rpc} is left out: ${(error as Error).message}`);
    }
  }
  return { operations, problems };
}

interface Claim {
  key: string;
  route: OperationRoute;
}

function claimsOf(known: Map<string, KnownVersion> | undefined): Claim[] {
  const newestFirst = [...(known?.values() ?? [])].reverse();
  const seen = new Set<string>();
  return newestFirst.flatMap(({ operations }, age) =>
    operations.flatMap((operation) =>
      operation.contract.paths
        .flatMap((path) => toClaims(operation, path))
        .filter(({ key }) => {
          // Only within one version is a repeated route a second claim.
          if (age > 0 && seen.has(key)) return false;
          seen.add(key);
          return true;
        }),
    ),
  );
}

/** An operation that shares its route claims it for each value with which it answers. */
function toClaims(operation: CompiledOperation, path: string): Claim[] {
  const method = operation.contract.httpMethod;
  const route = { method, path, operation, fields: fieldsOf(operation, path) };
  const key = routeKey(method, path);
  const { choice } = operation;
  return choice ? choice.values.map((value) => ({ key: `${key}?${choice.param}=${value}`, route })) : [{ key, route }];
}

function fieldsOf({ params }: CompiledOperation, path: string): Record<string, string> {
  const fields = pathParams(path).map((name) => [
    name,
    params.params.find((param) => param.names.includes(name))?.name ?? name,
  ]);
  return Object.fromEntries(fields) as Record<string, string>;
}

/** An owner whose service no longer offers the route gives it up. */
function releaseOwners(owners: Map<string, string>, claims: Claim[]): void {
  const offered = new Set(claims.map(({ key, route }) => `${route.operation.service} ${key}`));
  for (const [key, owner] of owners) {
    if (owner !== 'gateway' && !offered.has(`${owner} ${key}`)) owners.delete(key);
  }
}

function settle(claims: Claim[], owners: Map<string, string>): { routes: Route[]; refused: string[] } {
  const routes = new Map<string, OperationRoute>();
  // What a route is shared by; empty where it is not shared.
  const forms = new Map<string, string>();
  const refused: string[] = [];
  for (const { key, route } of claims) {
    const { service, contract } = route.operation;
    const owner = owners.get(key);
    const whole = routeKey(route.method, route.path);
    const form = route.operation.choice?.param ?? '';
    const isOfForm = (forms.get(whole) ?? form) === form;
    if ((owner === undefined || owner === service) && !routes.has(key) && isOfForm) {
      forms.set(whole, form);
      owners.set(key, service);
      routes.set(key, route);
    } else {
      const holder = routes.get(key)?.operation.contract.rpc ?? owner ?? 'operations of another kind';
      refused.push(
        `${service}: ${contract.rpc} may not have ${describe(contract, route.path)}, which is taken by ${holder}`,
      );
    }
  }
  return { routes: [...new Set(routes.values())], refused };
}

function describe({ httpMethod }: OperationContract, path: string): string {
  return `${httpMethod} ${path}`;
}
