/** Imports a project from a URL and keeps a mirror up to date. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { MAINTAINER } from '@forgemesh/access';
import type { ProjectDocument } from '#projects/model';
import { inMinutes, retryAt, type JobKind, type JobStep } from '#jobs';
import { mirrorUser } from '#projects/mirroring';
import type { PullMirrorsDeps } from './deps';

/** Interval between updates of a mirror, unless the instance sets a shorter one. */
const UPDATE_INTERVAL_MINUTES = 30;
const DEFAULT_MAX_DELAY = 300;
const TRANSFER_TIMEOUT_MS = 2 * HOUR_MS;
/** Push option that prevents builds. */
const NO_BUILDS = 'ci.skip';

/** The jobs of imports and pull mirrors. */
export function pullMirrorJob(deps: PullMirrorsDeps): JobKind<ProjectDocument> {
  return {
    store: deps.projects,
    filter: { archived: false },
    started: (project) => statusStep(project, { import_status: 'started' }),
    work: (project) => pull(deps, project),
    ended(project, failure, failures) {
      const step = statusStep(project, {
        import_status: failure ? 'failed' : 'finished',
        import_error: failure || null,
      });
      // An import is not retried. To retry, make the project a mirror.
      if (!project.mirror) return { ...step, next: undefined };
      const maxDelay = deps.settings.current().mirror_max_delay ?? DEFAULT_MAX_DELAY;
      return {
        ...step,
        next: failure ? retryAt(failures, maxDelay) : inMinutes(Math.min(UPDATE_INTERVAL_MINUTES, maxDelay)),
      };
    },
  };
}

type Status = Partial<Pick<ProjectDocument, 'import_status' | 'import_error'>>;

function statusStep(project: ProjectDocument, set: Status): JobStep<ProjectDocument> {
  const changes = { import_status: { from: project.import_status, to: set.import_status } };
  const actor = project.mirror_user_id ?? project.creator_id;
  return { set, events: [{ type: 'projects.project.updated', actor, changes }] };
}

async function pull(deps: PullMirrorsDeps, project: ProjectDocument): Promise<string> {
  if (!project.import_url) return 'There is no URL to import from';
  const user = await mirrorUser(deps, project);
  // An import acts as the creator of the project. The user of a mirror must still have the right to
  // push.
  if (!user || (project.mirror && user.level < MAINTAINER))
    return 'The mirror user is not allowed to push code to all branches on this project.';
  const { error } = await deps.clients.mirrors.fetchMirror(
    {
      project_id: project._id,
      storage: project.storage,
      url: deps.mirrorBox.open(project.import_url),
      user_id: user.id,
      user_username: user.username,
      user_name: user.name,
      default_branch: project.default_branch ?? '',
      only_protected_branches: project.only_mirror_protected_branches ?? false,
      overwrite_diverged_branches: project.mirror_overwrites_diverged_branches ?? false,
      push_options: project.mirror && !project.mirror_trigger_builds ? [NO_BUILDS] : [],
    },
    { timeoutMs: TRANSFER_TIMEOUT_MS },
  );
  return error;
}
