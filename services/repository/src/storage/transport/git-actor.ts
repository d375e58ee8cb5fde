/**
 * The caller of a git request with the permissions resolved by the gateway: passed through the
 * transport and returned in its callbacks.
 */
import type { VerifiedContext } from '@forgemesh/rpc';
import type { RepositoryKind } from '@forgemesh/git-engine';
import type { PushSubject } from '#access';
import type { RefActor } from '#refs/ref-log';

/** Plain data, because it crosses the worker's process boundary. */
export interface GitActor extends RefActor {
  /** Identifies the request in the callbacks of a push. */
  push_id: string;
  request_id: string;
  /** The span of the request, as a `traceparent`; absent while tracing is off. */
  trace_parent?: string;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** License tier of the instance. */
  tier: number;
  /** The caller's permissions on the project. */
  subject: PushSubject;
  /** Whether the project has merge requests. */
  has_merge_requests: boolean;
  /** Whether pushes print links to them; absent if the gateway's version does not know. */
  prints_merge_request_links?: boolean;
  /** Full path of the project. */
  full_path: string;
  /** Whether the project stores large files (Git LFS). */
  has_lfs: boolean;
  admin: boolean;
  external: boolean;
}

/** Creates the actor of a request. */
export function createGitActor(
  context: VerifiedContext,
  pushId: string,
  { kind, traceParent }: { kind: RepositoryKind; traceParent?: string | undefined },
): GitActor {
  const resource = context.access['id'];
  if (!resource) throw new Error('the context does not grant access to a project');
  const { id, storage, level, archived, default_branch, features, full_path } = resource;
  const { prints_merge_request_links: prints } = resource;
  return {
    push_id: pushId,
    request_id: context.request_id,
    ...(traceParent !== undefined && { trace_parent: traceParent }),
    project_id: id,
    storage,
    kind,
    user_id: context.user?.id ?? null,
    username: context.user?.username ?? '',
    name: context.user?.name ?? '',
    tier: context.tier,
    admin: context.user?.admin ?? false,
    external: context.user?.external ?? false,
    // The project does not know the default branch of its wiki.
    subject: { level, archived, default_branch: kind === 'wiki' ? '' : default_branch },
    has_merge_requests: kind === 'project' && features['merge_requests'] !== 'disabled',
    ...(prints !== undefined && { prints_merge_request_links: prints }),
    full_path,
    has_lfs: kind === 'project' && features['lfs'] !== 'disabled',
  };
}
