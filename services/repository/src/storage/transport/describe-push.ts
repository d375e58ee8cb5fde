/**
 * What a push tells its user after its refs have moved: the results of its options, and links to
 * the merge requests of its branches.
 */
import { BRANCHES, type PostReceiveRequest, zeroId } from '@forgemesh/git-engine';
import type { BranchLink } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import type { GitActor } from './git-actor';
import { parsePushOptions, type PushOptions } from './push-options';
import type { TransportDeps } from './deps';

/** Maximum number of links of one push. */
const MAX_LINKS = 10;
/** A push does not wait longer for its links. */
const LINKS_TIMEOUT_MS = 2_000;
/** Several merge requests may be compared and created. */
const OPTIONS_TIMEOUT_MS = 60_000;

type Push = Pick<PostReceiveRequest, 'updates' | 'pushOptions'>;

/** Applies the options of a push and returns the lines for its user; empty for none. */
export async function describePush(
  deps: TransportDeps,
  actor: GitActor,
  { updates, pushOptions }: Push,
): Promise<string> {
  if (actor.kind === 'wiki') return '';
  const branches = updates
    .filter(({ ref, new: next }) => ref.startsWith(BRANCHES) && next !== zeroId)
    .map(({ ref }) => ref.slice(BRANCHES.length));
  const options = pushOptions.length > 0 ? parsePushOptions(pushOptions) : undefined;
  const problems = options ? await applyOptions(deps, actor, branches, options) : [];
  const links = await listLinks(deps, actor, branches);
  const paragraphs = [
    ...(problems.length > 0 ? [['WARNINGS:', ...problems].join('\n')] : []),
    ...links.map(presentLink),
  ];
  return paragraphs.length > 0 ? `\n${paragraphs.map((paragraph) => `${paragraph}\n\n`).join('')}` : '';
}

/** Applies the options; returns warnings and errors. Never rejects: the push stands. */
async function applyOptions(
  { clients, log }: TransportDeps,
  { project_id, user_id, tier, push_id }: GitActor,
  branches: string[],
  { merge_request: options, warnings }: PushOptions,
): Promise<string[]> {
  if (!options || branches.length === 0) return warnings;
  if (user_id === null) return [...warnings, 'Merge requests are created by users: this key or token belongs to none.'];
  try {
    const push = { project_id, user_id, tier, push_id, branches, options };
    const { errors } = await clients.pushedBranches.applyPushOptions(push, { timeoutMs: OPTIONS_TIMEOUT_MS });
    return [...warnings, ...errors.map((error) => `Error encountered with push options: ${error}`)];
  } catch (error) {
    log.warn({ err: error, project_id }, 'push options could not be applied');
    return [...warnings, 'The push options could not be applied, try again later.'];
  }
}

/**
 * The links of branches other than the default one. The first push of a repository makes its branch
 * the default one. Never rejects: a push without links is complete.
 */
async function listLinks(
  { clients, log }: TransportDeps,
  { project_id, user_id, subject, full_path, has_merge_requests, prints_merge_request_links: prints }: GitActor,
  pushed: readonly string[],
): Promise<BranchLink[]> {
  if (!has_merge_requests || prints === false || subject.default_branch === '') return [];
  const branches = pushed.filter((branch) => branch !== subject.default_branch).slice(0, MAX_LINKS);
  if (branches.length === 0) return [];
  try {
    const request = {
      project_id,
      branches,
      ...(user_id !== null && { user_id }),
      ...(prints === true && { full_path }),
    };
    return (await clients.pushedBranches.listBranchLinks(request, { timeoutMs: LINKS_TIMEOUT_MS })).links;
  } catch (error) {
    log.warn({ err: error, project_id }, 'links of a push could not be listed');
    return [];
  }
}

function presentLink({ branch, web_url, has_merge_request }: BranchLink): string {
  const title = has_merge_request
    ? `View merge request for ${branch}:`
    : `To create a merge request for ${branch}, visit:`;
  return `${title}\n  ${web_url}`;
}
