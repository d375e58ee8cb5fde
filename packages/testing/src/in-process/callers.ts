/** Calls of the service under test, as the gateway and other services make them. */
import { randomUUID } from 'node:crypto';
import {
  type Caller,
  createCaller,
  createSigner,
  GATEWAY,
  type LocalServices,
  type MethodDefinition,
  type ServiceClient,
  serviceContext,
} from '@forgemesh/rpc';
import { type CallContext, createMetrics } from '@forgemesh/telemetry';

/** The rights on a project or group that the gateway resolved for a parameter. */
export type Grant = CallContext['access'][string];

/** A caller of the REST API. */
export interface TestCaller {
  /** Null for anonymous callers. */
  user: CallContext['user'];
  /** Access by parameter. */
  access?: Record<string, Grant>;
  /** License tier of the instance; the highest by default. */
  tier?: number;
}

/** `ReferenceKind` of projects. */
const PROJECT = 1;
const HIGHEST_TIER = 3;

/** Creates a grant: by default on a public project in which every feature is enabled. */
export function grant(fields: Partial<Grant> & Pick<Grant, 'id' | 'level'>): Grant {
  return {
    found: true,
    kind: PROJECT,
    full_path: `group/project-${fields.id}`,
    visibility: 'public',
    archived: false,
    open: true,
    features: {},
    storage: '',
    default_branch: 'main',
    namespace_id: 1,
    path: `project-${fields.id}`,
    name: `Project ${fields.id}`,
    ancestor_ids: [],
    ...fields,
  };
}

/** Creates clients of one service that call it on behalf of users and other services. */
export class Clients {
  private readonly callers = new Map<string, Caller>();

  constructor(
    private readonly service: string,
    private readonly services: LocalServices,
    private readonly signingKey: (process: string) => string,
  ) {}

  /** A client that calls operations on behalf of a user, as the gateway does. */
  ofUser<Definition extends object>(
    definition: Definition,
    { user, access = {}, tier = HIGHEST_TIER }: TestCaller,
  ): ServiceClient<Definition> {
    return this.withContext(definition, GATEWAY, () => ({
      ...serviceContext(randomUUID()),
      user,
      real_user_id: user?.id ?? null,
      scopes: user ? ['api'] : [],
      tier,
      address: '127.0.0.1',
      operation_id: randomUUID(),
      access,
    }));
  }

  /** A client that calls RPCs as another service does in its background work. */
  ofService<Definition extends object>(definition: Definition, issuer: string): ServiceClient<Definition> {
    return this.withContext(definition, issuer, () => serviceContext(randomUUID()));
  }

  close(): void {
    for (const caller of this.callers.values()) caller.close();
  }

  /** Every call has a context of its own: two writes of one request are the same write. */
  private withContext<Definition extends object>(
    definition: Definition,
    issuer: string,
    createContext: () => CallContext,
  ): ServiceClient<Definition> {
    type Send = (request: object, options: object) => unknown;
    const client = this.callerOf(issuer).client(definition, this.service) as Record<string, Send>;
    const names = Object.keys(definition as Record<string, MethodDefinition<never, never>>);
    const methods = names.map((name): [string, Send] => [
      name,
      (request, options) => client[name]?.(request, { context: createContext(), ...options }),
    ]);
    return Object.fromEntries(methods) as ServiceClient<Definition>;
  }

  private callerOf(issuer: string): Caller {
    const known = this.callers.get(issuer);
    if (known) return known;
    const caller = createCaller({
      addresses: {},
      signer: createSigner(issuer, this.signingKey(issuer)),
      metrics: createMetrics(issuer),
      local: { services: this.services, issuer },
    });
    this.callers.set(issuer, caller);
    return caller;
  }
}
