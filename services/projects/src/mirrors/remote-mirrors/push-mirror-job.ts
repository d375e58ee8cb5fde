/** Transfers pushes to the push mirrors of a project. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { retryAt, type JobKind } from '#jobs';
import type { RemoteMirrorDocument } from './remote-mirror.model';
import type { RemoteMirrorsDeps } from './deps';

const DEFAULT_MAX_DELAY = 300;
const TRANSFER_TIMEOUT_MS = 2 * HOUR_MS;

/**
 * The jobs of push mirrors. Their status publishes no event, because it changes with every push.
 */
export function pushMirrorJob(deps: RemoteMirrorsDeps): JobKind<RemoteMirrorDocument> {
  return {
    store: deps.remoteMirrors,
    filter: { enabled: true },
    started: () => ({ set: { update_status: 'started', last_update_started_at: new Date() } }),
    work: (mirror) => push(deps, mirror),
    ended(_mirror, failure, failures) {
      const now = new Date();
      const maxDelay = deps.settings.current().mirror_max_delay ?? DEFAULT_MAX_DELAY;
      return {
        set: {
          update_status: failure ? 'failed' : 'finished',
          last_error: failure || null,
          last_update_at: now,
          ...(!failure && { last_successful_update_at: now }),
        },
        next: failure ? retryAt(failures, maxDelay) : undefined,
      };
    },
  };
}

async function push(deps: RemoteMirrorsDeps, mirror: RemoteMirrorDocument): Promise<string> {
  const project = await deps.projects.find(mirror.project_id);
  // The project is being removed together with its mirrors.
  if (!project) return '';
  const { error } = await deps.clients.mirrors.pushMirror(
    {
      project_id: project._id,
      storage: project.storage,
      url: deps.mirrorBox.open(mirror.url),
      only_protected_branches: mirror.only_protected_branches,
      keep_divergent_refs: mirror.keep_divergent_refs,
    },
    { timeoutMs: TRANSFER_TIMEOUT_MS },
  );
  return error;
}
