/**
 * Decides whether a caller may use an operation on the projects, groups and namespaces that the
 * request names.
 *
 * `projects.Authorize` resolves the references and returns the caller's access level; the access
 * rule of the operation decides. A resource that the caller may not read is 404, as if it did not
 * exist; an action that the caller may not perform on a readable resource is 403, as is a resource
 * that only the external authorization service denies to them. Positive results
 * are cached (`authorization-cache.ts`), refusals never.
 */
import { meetsRule } from '@forgemesh/access';
import { ForbiddenError, ForgeError, NotFoundError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { AccessServiceDefinition, ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Identity } from './authenticate';
import type { ResultCache } from './result-cache';
import type { CheckedParams } from '../params/check-params';
import type { AccessRule } from '../routing/compile-operation';

/** Refusal of a request that names a resource by a former full path: 405. */
export class MovedError extends ForgeError {
  constructor(
    /** The parameter that names the resource. */
    readonly rule: Pick<AccessRule, 'param' | 'kind'>,
    /** The former full path. */
    readonly ref: string,
    /** The resource, which the caller may read. */
    readonly resource: AuthorizedResource,
  ) {
    super('method_not_allowed', 'Non GET methods are not allowed for moved projects');
  }
}

/** Granted resources by parameter. */
export type Grants = Record<string, AuthorizedResource>;

/** Evaluates the access rules of requests. */
export interface Authorizer {
  /**
   * Resolves the resources that the parameters name and checks the rules; the resolved ids replace
   * the references in `params`. Throws NotFoundError, MovedError or ForbiddenError.
   */
  authorize(identity: Identity, rules: readonly AccessRule[], params: CheckedParams, isRead: boolean): Promise<Grants>;
  /**
   * Resolves one reference without a rule; `found` is false if the caller may not read it, `moved`
   * is true for a former full path. With a condition, the result may be cached if it meets it.
   */
  resolve(
    identity: Identity,
    kind: AccessRule['kind'],
    ref: string,
    passes?: (resource: AuthorizedResource) => boolean,
  ): Promise<AuthorizedResource>;
  /** Resolves several current full paths, in their order. */
  resolveAll(identity: Identity, kind: AccessRule['kind'], refs: readonly string[]): Promise<AuthorizedResource[]>;
}

const referenceKinds: Record<AccessRule['kind'], ReferenceKind> = {
  project: ReferenceKind.REFERENCE_KIND_PROJECT,
  group: ReferenceKind.REFERENCE_KIND_GROUP,
  namespace: ReferenceKind.REFERENCE_KIND_NAMESPACE,
};
/** Words for resources in messages. */
export const resourceWords: Record<AccessRule['kind'], string> = {
  project: 'Project',
  group: 'Group',
  namespace: 'Namespace',
};

/** A resource that a request names. */
interface Reference {
  kind: AccessRule['kind'];
  ref: string;
}

/** Creates an authorizer that calls projects for results that are not cached. */
export function createAuthorizer(caller: Caller, cache: ResultCache<AuthorizedResource[]>): Authorizer {
  const projects = caller.client(AccessServiceDefinition, 'projects');
  const fetchResources = async (
    { user }: Identity,
    references: Reference[],
    includesMoved = true,
  ): Promise<AuthorizedResource[]> => {
    const { resources } = await projects.authorize({
      subject: { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false },
      references: references.map(({ kind, ref }) => ({ kind: referenceKinds[kind], ref })),
      include_moved: includesMoved,
    });
    return resources;
  };
  return {
    async authorize(identity, rules, params, isRead) {
      const applied = rules.filter((rule) => !rule.optional || hasValue(params[rule.param]));
      if (applied.length === 0) return {};
      const references = applied.map(({ kind, param }) => ({ kind, ref: String(params[param]) }));
      const key = keyOf(identity, references);
      const cached = cache.get(key);
      if (cached && !refusalOf(applied, cached, references, isRead)) return grant(applied, cached, params);
      const resources = await cache.load(key, () => fetchResources(identity, references));
      const refusal = refusalOf(applied, resources, references, isRead);
      if (refusal) throw refusal;
      return grant(applied, resources, params);
    },
    async resolve(identity, kind, ref, passes) {
      const references = [{ kind, ref }];
      const key = keyOf(identity, references);
      const [cached] = (passes && cache.get(key)) ?? [];
      if (cached && passes?.(cached)) return cached;
      const load = () => fetchResources(identity, references);
      const [resource] = await (passes ? cache.load(key, load) : load());
      return resource as AuthorizedResource;
    },
    resolveAll(identity, kind, refs) {
      const references = refs.map((ref) => ({ kind, ref }));
      return fetchResources(identity, references, false);
    },
  };
}

/**
 * Evaluates an access rule: undefined if the caller passes, otherwise the refusal.
 *
 * In this order: not found, a write to a feature of an archived project, the feature's level and
 * the role.
 */
export function evaluateAccess(
  rule: AccessRule,
  resource: AuthorizedResource,
  isRead: boolean,
): ForgeError | undefined {
  if (!resource.found)
    return resource.denial_reason
      ? new ForbiddenError(resource.denial_reason)
      : new NotFoundError(resourceWords[rule.kind]);
  const isArchivedWrite = rule.feature !== '' && !isRead && resource.archived;
  return isArchivedWrite || !meetsRule(rule, resource) ? new ForbiddenError() : undefined;
}

/** Cache key: everything that the result depends on. */
function keyOf({ user }: Identity, references: readonly Reference[]): string {
  const subject = user && [user.id, user.admin, user.external];
  return JSON.stringify([subject, ...references.flatMap(({ kind, ref }) => [kind, ref])]);
}

/**
 * Returns the refusal of the first rule that is not met, in declared order. The first rule concerns
 * the resource in the path: a caller without the role there gets the same 403 whether or not the
 * other resources exist.
 */
function refusalOf(
  rules: AccessRule[],
  resources: AuthorizedResource[],
  references: readonly Reference[],
  isRead: boolean,
): ForgeError | undefined {
  for (const [index, rule] of rules.entries()) {
    const resource = resources[index] as AuthorizedResource;
    if (resource.found && resource.moved) return new MovedError(rule, references[index]?.ref ?? '', resource);
    const refusal = evaluateAccess(rule, resource, isRead);
    if (refusal) return refusal;
  }
  return undefined;
}

function grant(rules: AccessRule[], resources: AuthorizedResource[], params: CheckedParams): Grants {
  const grants: Grants = {};
  rules.forEach(({ param }, index) => {
    const resource = resources[index] as AuthorizedResource;
    grants[param] = resource;
    params[param] = typeof params[param] === 'number' ? resource.id : String(resource.id);
  });
  return grants;
}

/** A namespace or project id of 0 or an empty string names nothing. */
function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}
