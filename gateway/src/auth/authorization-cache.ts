/**
 * Authentication and authorization cache of a gateway, and its invalidation in every process that
 * caches access.
 *
 * Invalidations of everything go to the topic `access` of all services; those of single projects
 * concern gateways only.
 */
import { ACCESS_TOPIC, CacheInvalidation, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Identity } from './authenticate';
import { ResultCache, type ResultCacheOptions } from './result-cache';
import type { InvalidationScope } from './cache-invalidation-rules';

/** Options of the authorization cache. */
export interface AuthorizationCacheOptions extends Pick<ResultCacheOptions<never>, 'clock'> {
  /** Whether anything is cached: a secondary node receives no invalidations from its primary. */
  isEnabled: boolean;
  /** Connects to the other processes; absent if there is only one gateway. */
  bus?: EventBus | undefined;
  log?: Logger;
}

/** Cached identities and resources of callers. */
export class AuthorizationCache {
  /** Identities by credentials. */
  readonly identities: ResultCache<Identity>;
  /** Authorized resources by caller and references. */
  readonly resources: ResultCache<AuthorizedResource[]>;
  /**
   * The same for requests about large files, which a client uploads before its first push: they do
   * not depend on a default branch.
   */
  readonly lfsResources: ResultCache<AuthorizedResource[]>;
  private readonly everything: CacheInvalidation<string> | undefined;
  private readonly projects: CacheInvalidation<number> | undefined;

  constructor({ isEnabled, bus, log, clock }: AuthorizationCacheOptions) {
    if (bus && log) {
      const shared = { bus, log, maxAgeMs: MAX_ACCESS_AGE_MS };
      this.everything = new CacheInvalidation({
        ...shared,
        topic: ACCESS_TOPIC,
        onInvalidate: () => this.invalidateLocally('everybody'),
      });
      this.projects = new CacheInvalidation({
        ...shared,
        topic: `${ACCESS_TOPIC}_to_projects`,
        onInvalidate: (id) => this.invalidateLocally([id]),
      });
    }
    const times = { mayCache: () => this.mayCache(), ...(clock && { clock }) };
    this.identities = new ResultCache({
      ...times,
      isCacheable: ({ endsAt = Infinity, deploy }) =>
        isEnabled && deploy === undefined && endsAt > Date.now() + MAX_ACCESS_AGE_MS,
    });
    this.resources = new ResultCache({
      ...times,
      isCacheable: (resources) => isEnabled && resources.every(isComplete),
    });
    this.lfsResources = new ResultCache({
      ...times,
      isCacheable: (resources) => isEnabled && resources.every(isReadable),
    });
  }

  /** Runs a write that may change entries; when it resolves, no process uses an older entry. */
  async invalidateAround<T>(scope: InvalidationScope | undefined, write: () => Promise<T>): Promise<T> {
    if (scope === undefined) return write();
    this.invalidateLocally(scope);
    try {
      return await write();
    } finally {
      await this.invalidate(scope);
    }
  }

  /** Removes entries here and in all other processes. Resolves when they have acknowledged it. */
  async invalidate(scope: InvalidationScope): Promise<void> {
    this.invalidateLocally(scope);
    await (scope === 'everybody'
      ? this.everything?.invalidate(scope)
      : Promise.all(scope.map((id) => this.projects?.invalidate(id))));
  }

  /** Whether every invalidation reaches this gateway before it is acknowledged. */
  mayCache(): boolean {
    return !this.everything || !this.projects || (this.everything.mayCache() && this.projects.mayCache());
  }

  /** Disconnects from the other processes: they no longer wait for this one. */
  close(): void {
    this.everything?.close();
    this.projects?.close();
  }

  /** Removes entries of this process. */
  invalidateLocally(scope: InvalidationScope): void {
    if (scope === 'everybody') this.identities.invalidate();
    const matches =
      scope === 'everybody'
        ? undefined
        : (resources: AuthorizedResource[]) => resources.some(({ id, kind }) => isProject(kind) && scope.includes(id));
    for (const cache of [this.resources, this.lfsResources]) cache.invalidate(matches);
  }
}

/**
 * Whether the caller may read the resource at this path, and it is not a project without a default
 * branch: an import or fork sets it in the background.
 */
function isComplete(resource: AuthorizedResource): boolean {
  return isReadable(resource) && !(isProject(resource.kind) && resource.default_branch === '');
}

function isReadable({ found, moved }: AuthorizedResource): boolean {
  return found && !moved;
}

function isProject(kind: ReferenceKind): boolean {
  return kind === ReferenceKind.REFERENCE_KIND_PROJECT;
}
