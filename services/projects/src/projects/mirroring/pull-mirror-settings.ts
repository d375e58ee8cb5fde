/** Import and pull mirror settings in requests. */
import type { EventChanges } from '@forgemesh/events';
import { changesOf } from '@forgemesh/data';
import { BadRequestError, ForbiddenError, InvalidParameterError, ValidationError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { ProjectDocument, PullMirrorFields, PullMirrorSettings } from '#projects/model';
import { requestRun } from '#jobs';
import { assertMayMirror } from './mirror-rights';
import { mirrorUrlErrors, sealUrl } from './mirror-url';
import type { MirroringDeps } from './deps';

/** The import and mirror fields of a request. */
export type PullMirrorRequest = { [K in keyof PullMirrorSettings]: PullMirrorSettings[K] | undefined } & {
  import_url?: string | null | undefined;
  initialize_with_readme?: boolean | undefined;
};

type Fields = PullMirrorFields & Pick<ProjectDocument, 'import_status' | 'import_error'>;

/** The current fields of a project; empty for a new one. */
type Present = Partial<Fields>;

/** The change that a request makes. */
export interface PullMirrorChange {
  set: Partial<Fields>;
  unset: (keyof PullMirrorFields)[];
}

const names = [
  'mirror',
  'mirror_user_id',
  'mirror_trigger_builds',
  'only_mirror_protected_branches',
  'mirror_overwrites_diverged_branches',
] as const satisfies readonly (keyof PullMirrorSettings)[];

/**
 * Fields of a new project. A project with a URL is imported once, and updated regularly if it is a
 * mirror.
 */
export function newPullMirror(
  call: Call<Pick<MirroringDeps, 'settings' | 'mirrorBox'>>,
  request: PullMirrorRequest,
): Partial<Fields> {
  const { set } = pullMirrorChange(call, request, {});
  if (!set.import_url) return set;
  if (!call.deps.settings.current().import_sources.includes('git'))
    throw new ForbiddenError('Importing from an address is switched off');
  if (request.initialize_with_readme)
    throw new InvalidParameterError('import_url, initialize_with_readme are mutually exclusive');
  return { ...set, ...scheduleUpdate({}) };
}

/**
 * The change that a request makes to a project. A mirror that is enabled or gets another URL is
 * updated immediately.
 */
export function pullMirrorChange(
  call: Call<Pick<MirroringDeps, 'settings' | 'mirrorBox'>>,
  request: PullMirrorRequest,
  project: Present,
): PullMirrorChange {
  const set: Partial<Fields> = { ...namedSettings(call, request, project), ...newUrl(call, request, project) };
  const after = { ...project, ...set };
  if (after.mirror && !after.import_url) throw new ValidationError({ import_url: ["can't be blank"] });
  if (!after.mirror) {
    const isWaiting = project.mirror === true && project.job_run === undefined;
    return isWaiting ? { set: { ...set, ...unscheduleUpdate(project) }, unset: ['job_due_at'] } : { set, unset: [] };
  }
  if (after.mirror_user_id === undefined) set.mirror_user_id = call.principal.id;
  const isNew = !project.mirror || set.import_url !== undefined;
  return { set: { ...set, ...(isNew && scheduleUpdate(project)) }, unset: [] };
}

/** Fields that schedule an update. During a run the status is not changed. */
export function scheduleUpdate(project: Present): Partial<Fields> {
  const { import_status: before } = project;
  return {
    ...requestRun(project),
    ...(project.job_run === undefined && { import_status: 'scheduled' as const }),
    ...(before !== undefined && !isUnderWay(before) && { import_status_before: before }),
  };
}

/** Fields that cancel a scheduled update. Restores the status of the last update. */
function unscheduleUpdate({ import_status: status, import_status_before: before = 'none' }: Present): Partial<Fields> {
  return status === 'scheduled' ? { import_status: before } : {};
}

function isUnderWay(status: ProjectDocument['import_status']): boolean {
  return status === 'scheduled' || status === 'started';
}

/**
 * The changes in events. They never contain the URL, which may contain credentials, only the fact
 * that it changed.
 */
export function pullMirrorEvent(
  project: ProjectDocument,
  set: Partial<Fields>,
): EventChanges<'projects.project.updated'> {
  const reported = [...names, 'import_status'] as const;
  const named = Object.fromEntries(reported.filter((name) => set[name] !== undefined).map((name) => [name, set[name]]));
  return {
    ...changesOf<Omit<ProjectDocument, 'import_url' | 'squash_option'>>(project, named),
    ...(set.import_url !== undefined && { import_url: {} }),
  };
}

function namedSettings(
  call: Call<Pick<MirroringDeps, 'settings'>>,
  request: PullMirrorRequest,
  { mirror_user_id: present }: PullMirrorFields,
): PullMirrorSettings {
  // Below the license tier of mirrors the parameters are ignored.
  if (call.context.tier < 1) return {};
  const named = names.filter((name) => request[name] !== undefined);
  if (named.length === 0) return {};
  assertMayMirror(call);
  const user = request.mirror_user_id;
  if (user !== undefined && user !== call.principal.id && user !== present)
    throw new BadRequestError('Invalid mirror user');
  return Object.fromEntries(named.map((name) => [name, request[name]])) as PullMirrorSettings;
}

/** The URL, if it differs from the current one. */
function newUrl(
  { deps }: Call<Pick<MirroringDeps, 'settings' | 'mirrorBox'>>,
  { import_url: url }: PullMirrorRequest,
  { import_url: present }: PullMirrorFields,
): Pick<PullMirrorFields, 'import_url'> {
  if (url === undefined) return {};
  if (!url) return present ? { import_url: null } : {};
  const errors = mirrorUrlErrors(deps, url);
  if (errors.length > 0) throw new ValidationError({ import_url: errors });
  const isSame = typeof present === 'string' && deps.mirrorBox.open(present) === new URL(url).href;
  return isSame ? {} : { import_url: sealUrl(deps.mirrorBox, url) };
}
