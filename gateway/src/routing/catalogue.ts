/**
 * The operations of all services: their descriptor sets, compiled into one route table.
 *
 * During a rolling update, replicas of two versions run: their operations are merged, the newest
 * version's first. A route belongs to the service that claimed it first; a second claim is refused
 * and reported. If only some of the running versions of its owner offer a route, an operation has
 * moved to another service: that one takes the route over as soon as it claims it.
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

/** A version of a service expires if it was not seen for this long, in milliseconds. */
const VERSION_TTL_MS = 60_000;

/** A descriptor set as a service returned it. */
export interface DescriptorSet {
  version: string;
  /** A serialized FileDescriptorSet. */
  bytes: Uint8Array;
}

/** Maintains the route table. */
export interface Catalogue {
  /** The current route table; a request uses the same table until its end. */
  table(): RouteTable;
  /** Incremented with every change of the table. */
  revision(): number;
  /** Adds a descriptor set of a service. Throws if it is invalid; the earlier sets stay. */
  accept(service: string, set: DescriptorSet): void;
  /** Records that a version is still running, and removes expired ones. */
  seen(service: string, version: string): void;
  /** Refused claims and contradictory operations, as one text each. */
  problems(): string[];
}

interface ServiceVersion {
  operations: CompiledOperation[];
  problems: string[];
  seenAt: number;
}

/** Options of a catalogue. */
export interface CatalogueOptions {
  /** Services in the order in which they claim routes. */
  services: string[];
  builtIns: BuiltInRoute[];
  defaultMaxParamsBytes: number;
  log: Logger;
  /** Time in milliseconds. */
  now?: () => number;
}

/** Creates an empty catalogue. */
export function createCatalogue({
  services,
  builtIns,
  defaultMaxParamsBytes,
  log,
  now = Date.now,
}: CatalogueOptions): Catalogue {
  const versions = new Map<string, Map<string, ServiceVersion>>(services.map((service) => [service, new Map()]));
  const owners = new Map<string, string>(builtIns.map(({ method, path }) => [routeKey(method, path), 'gateway']));
  let table = createRouteTable(builtIns);
  let refused: string[] = [];
  let revision = 0;

  const rebuild = (): void => {
    const claims = withoutMoved(services.flatMap((service) => claimsOf(versions.get(service))));
    releaseOwners(owners, claims);
    const resolved = resolveClaims(claims, owners);
    for (const refusal of resolved.refused.filter((text) => !refused.includes(text)))
      log.warn({ refusal }, 'route refused');
    refused = resolved.refused;
    table = createRouteTable([...builtIns, ...resolved.routes]);
    revision++;
  };

  return {
    table: () => table,
    revision: () => revision,
    accept(service, { version, bytes }) {
      const serviceVersions = versions.get(service) ?? new Map<string, ServiceVersion>();
      // Replicas of two versions alternate during a rolling update.
      if (serviceVersions.has(version)) return;
      const compiled = compileSet(service, bytes, defaultMaxParamsBytes);
      for (const problem of compiled.problems) log.error({ problem }, 'operation left out');
      serviceVersions.set(version, { ...compiled, seenAt: now() });
      versions.set(service, serviceVersions);
      rebuild();
      log.info(
        { discovered_service: service, version, operations: compiled.operations.length },
        'operations discovered',
      );
    },
    seen(service, version) {
      const serviceVersions = versions.get(service);
      const current = serviceVersions?.get(version);
      if (!serviceVersions || !current) return;
      current.seenAt = now();
      const expired = [...serviceVersions].filter(([, { seenAt }]) => seenAt < now() - VERSION_TTL_MS);
      for (const [old] of expired) serviceVersions.delete(old);
      if (expired.length > 0) rebuild();
    },
    problems: () => [
      ...refused,
      ...[...versions.values()].flatMap((serviceVersions) =>
        [...serviceVersions.values()].flatMap(({ problems }) => problems),
      ),
    ],
  };
}

/**
 * Compiles a set. A service owns the operations of its own packages; imported ones belong to
 * others.
 */
function compileSet(service: string, bytes: Uint8Array, defaultMaxParamsBytes: number): Omit<ServiceVersion, 'seenAt'> {
  const operations: CompiledOperation[] = [];
  const problems: string[] = [];
  const contracts = listOperations(parseDescriptors(bytes)).filter(({ rpc }) =>
    rpc.startsWith(`/forgemesh.${service}.`),
  );
  for (const contract of contracts) {
    try {
      operations.push(compileOperation(service, contract, defaultMaxParamsBytes));
    } catch (error) {
      problems.push(`${service}: ${contract.rpc} is left out: ${(error as Error).message}`);
    }
  }
  return { operations, problems };
}

interface Claim {
  key: string;
  route: OperationRoute;
  /** Whether all running versions of the service offer it. */
  isCertain: boolean;
}

function claimsOf(serviceVersions: Map<string, ServiceVersion> | undefined): Claim[] {
  const newestFirst = [...(serviceVersions?.values() ?? [])].reverse();
  const keys = newestFirst.map(({ operations }) => new Set(operations.flatMap(keysOf)));
  const seen = new Set<string>();
  return newestFirst.flatMap(({ operations }, age) =>
    operations.flatMap((operation) =>
      operation.contract.paths
        .flatMap((path) => toClaims(operation, path))
        .filter(({ key }) => {
          // A repeated route is a second claim only within one version.
          if (age > 0 && seen.has(key)) return false;
          seen.add(key);
          return true;
        })
        .map((claim) => ({ ...claim, isCertain: keys.every((offered) => offered.has(claim.key)) })),
    ),
  );
}

function keysOf(operation: CompiledOperation): string[] {
  return operation.contract.paths.flatMap((path) => toClaims(operation, path)).map(({ key }) => key);
}

/**
 * Leaves out the claims of a service that only some of its versions make, where another service
 * makes the same claim in all of its versions.
 */
function withoutMoved(claims: Claim[]): Claim[] {
  const certain = new Map<string, Set<string>>();
  for (const { key, route, isCertain } of claims) {
    if (!isCertain) continue;
    certain.set(key, (certain.get(key) ?? new Set()).add(route.operation.service));
  }
  const isMoved = ({ key, route, isCertain }: Claim): boolean =>
    !isCertain && [...(certain.get(key) ?? [])].some((service) => service !== route.operation.service);
  return claims.filter((claim) => !isMoved(claim));
}

/** An operation on a shared route claims it for each of its parameter values. */
function toClaims(operation: CompiledOperation, path: string): Omit<Claim, 'isCertain'>[] {
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

/** Releases routes whose owner no longer offers them. */
function releaseOwners(owners: Map<string, string>, claims: Claim[]): void {
  const offered = new Set(claims.map(({ key, route }) => `${route.operation.service} ${key}`));
  for (const [key, owner] of owners) {
    if (owner !== 'gateway' && !offered.has(`${owner} ${key}`)) owners.delete(key);
  }
}

function resolveClaims(claims: Claim[], owners: Map<string, string>): { routes: Route[]; refused: string[] } {
  const routes = new Map<string, OperationRoute>();
  // The parameter that selects among the operations of a route; empty if it is not shared.
  const sharingParams = new Map<string, string>();
  const refused: string[] = [];
  for (const { key, route } of claims) {
    const { service, contract } = route.operation;
    const owner = owners.get(key);
    const plainKey = routeKey(route.method, route.path);
    const sharingParam = route.operation.choice?.param ?? '';
    const isCompatible = (sharingParams.get(plainKey) ?? sharingParam) === sharingParam;
    if ((owner === undefined || owner === service) && !routes.has(key) && isCompatible) {
      sharingParams.set(plainKey, sharingParam);
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
