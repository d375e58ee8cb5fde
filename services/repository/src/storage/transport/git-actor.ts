/**
 * Who speaks git, and what the edge granted him: travels with the request through the transport and
 * comes back with its questions.
 */
import type { VerifiedContext } from '@forgemesh/rpc';
import type { RepositoryKind } from '@forgemesh/git-engine';
import type { PushSubject } from '../../access/policy';
import type { RefActor } from '../../refs/ref-changes/record-intents';

/** Plain data: it crosses the border of the worker. */
export interface GitActor extends RefActor {
  /** Names this request; a push's questions carry it. */
  push_id: string;
  request_id: string;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Licence tier of the instance. */
  tier: number;
  /** The caller on the project. */
  subject: PushSubject;
  admin: boolean;
  external: boolean;
}

/** Makes the actor of a request. */
export function gitActorOf(context: VerifiedContext, pushId: string, kind: RepositoryKind): GitActor {
  const resource = context.access['id'];
  if (!resource) throw new Error('the context grants no project');
  const { id, storage, level, archived, default_branch } = resource;
  return {
    push_id: pushId,
    request_id: context.request_id,
    project_id: id,
    storage,
    kind,
    user_id: context.user?.id ?? null,
    username: context.user?.username ?? '',
    name: context.user?.name ?? '',
    tier: context.tier,
    ...{ admin: context.user?.admin ?? false, external: context.user?.external ?? false },
    // A wiki has no default branch that the project knows of.
    subject: { level, archived, default_branch: kind === 'wiki' ? '' : default_branch },
  };
}
