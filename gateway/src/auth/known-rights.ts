/**
 * Authentication and authorization cache of a gateway, and its invalidation in every process that caches access.
 *
 * Changes of everything go to the topic `access` of all services; changes of single projects matter to gateways alone.
 */
import { ACCESS_TOPIC, CacheInvalidation, MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Identity } from './authenticate';
import { KeptAnswers, type KeepingOptions } from './kept-answers';
import type { Concerned } from './rights-changed-by';

/** Options of the cache. */
export interface KnownRightsOptions extends Pick<KeepingOptions<never>, 'clock'> {
  /** Whether anything is cached: a secondary node hears of no change at its primary. */
  keeps: boolean;
  /** Connects to the other processes; absent where there is one gateway alone. */
  bus?: EventBus | undefined;
  log?: Logger;
}

/** What is known of callers and their rights. */
export class KnownRights {
  /** Who tokens are. */
  readonly identities: KeptAnswers<Identity>;
  /** What callers may do on what their requests name. */
  readonly resources: KeptAnswers<AuthorizedResource[]>;
  private readonly everything: CacheInvalidation<string> | undefined;
  private readonly projects: CacheInvalidation<number> | undefined;

  constructor({ keeps, bus, log, clock }: KnownRightsOptions) {
    if (bus && log) {
      const shared = { bus, log, maxAgeMs: MAX_ACCESS_AGE_MS };
      this.everything = new CacheInvalidation({
        ...shared,
        topic: ACCESS_TOPIC,
        onInvalidate: () => this.forget('everybody'),
      });
      this.projects = new CacheInvalidation({
        ...shared,
        topic: `${ACCESS_TOPIC}_to_projects`,
        onInvalidate: (id) => this.forget([id]),
      });
    }
    const times = { mayCache: () => this.mayCache(), ...(clock && { clock }) };
    this.identities = new KeptAnswers({
      ...times,
      isKept: ({ endsAt = Infinity }) => keeps && endsAt > Date.now() + MAX_ACCESS_AGE_MS,
    });
    this.resources = new KeptAnswers({ ...times, isKept: (resources) => keeps && resources.every(isComplete) });
  }

  /** Makes a change of rights; no process uses an older cache entry when it resolves. */
  async during<T>(concerned: Concerned | undefined, work: () => Promise<T>): Promise<T> {
    if (concerned === undefined) return work();
    this.forget(concerned);
    try {
      return await work();
    } finally {
      await this.changed(concerned);
    }
  }

  /** Drops what a request through this gateway has changed, here and in all other processes. Resolves when they have. */
  async changed(concerned: Concerned): Promise<void> {
    this.forget(concerned);
    await (concerned === 'everybody'
      ? this.everything?.invalidate(concerned)
      : Promise.all(concerned.map((id) => this.projects?.invalidate(id))));
  }

  /** Whether every change reaches this gateway before it is acknowledged. */
  mayCache(): boolean {
    return !this.everything || !this.projects || (this.everything.mayCache() && this.projects.mayCache());
  }

  /** Leaves the other processes: they no longer wait for this one. */
  close(): void {
    this.everything?.close();
    this.projects?.close();
  }

  /** Forgets what may have changed. */
  forget(concerned: Concerned): void {
    if (concerned === 'everybody') {
      this.identities.drop();
      this.resources.drop();
    } else
      this.resources.drop((resources) => resources.some(({ id, kind }) => isProject(kind) && concerned.includes(id)));
  }
}

/** Whether the caller may read it, and it is no project whose first branch is still awaited: an import or fork brings it in the background. */
function isComplete({ found, kind, default_branch: branch }: AuthorizedResource): boolean {
  return found && !(isProject(kind) && branch === '');
}

function isProject(kind: ReferenceKind): boolean {
  return kind === ReferenceKind.REFERENCE_KIND_PROJECT;
}
