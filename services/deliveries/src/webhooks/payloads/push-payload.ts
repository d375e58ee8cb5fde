/** Hook payloads of changed branches and tags. */
import { TAGS, zeroId } from '@forgemesh/git-engine/refs';
import type { Tag } from '@forgemesh/proto/repository/v1/tag';
import { commitBlock } from './commit-block';
import { findHookProject, projectBlock, pushRepository } from './common-blocks';
import type { RefChangeEntity } from './entities';
import { queryCode } from '#access';
import type { PayloadsDeps } from './deps';

/** Whether a changed ref is a tag. */
export function isTagChange({ ref }: Pick<RefChangeEntity, 'ref'>): boolean {
  return ref.startsWith(TAGS);
}

/** Payload of `Push Hook` and `Tag Push Hook`. */
export async function pushPayload(deps: PayloadsDeps, change: RefChangeEntity): Promise<object | null> {
  const project = await findHookProject(deps, change.project_id);
  if (!project) return null;
  const isTag = isTagChange(change);
  const kind = isTag ? 'tag_push' : 'push';
  const tag = isTag && change.after !== zeroId ? await findTag(deps, change) : null;
  const after = change.after === zeroId ? null : change.after;
  return {
    object_kind: kind,
    event_name: kind,
    before: change.before,
    after: change.after,
    ref: change.ref,
    checkout_sha: tag?.commit?.id ?? after,
    message: tag?.message || null,
    ...(await pusher(deps, change.user_id)),
    project_id: project.id,
    project: projectBlock(project),
    commits: change.commits.map((commit) => {
      const { added, modified, removed } = commit;
      return { ...commitBlock(commit, project), added, modified, removed };
    }),
    total_commits_count: change.total_commits_count,
    push_options: readOptions(change.push_options),
    repository: pushRepository(project),
  };
}

/** Payload of `Repository Update Hook`. Sent once per ref. */
export async function repositoryUpdatePayload(deps: PayloadsDeps, change: RefChangeEntity): Promise<object | null> {
  const project = await findHookProject(deps, change.project_id);
  if (!project) return null;
  const { before, after, ref } = change;
  const { user_id, user_name, user_email, user_avatar } = await pusher(deps, change.user_id);
  return {
    event_name: 'repository_update',
    user_id,
    user_name,
    user_email,
    user_avatar,
    project_id: project.id,
    project: projectBlock(project),
    changes: [{ before, after, ref }],
    refs: [ref],
  };
}

function findTag(deps: PayloadsDeps, { project_id: id, ref }: RefChangeEntity): Promise<Tag | null> {
  const request = { id: String(id), tag_name: ref.slice(TAGS.length) };
  return queryCode(deps, id, (context) => deps.clients.tags.getTag(request, { context }));
}

async function pusher(deps: PayloadsDeps, userId: number | null) {
  const user = userId === null ? undefined : await deps.display.users.get(userId);
  return {
    user_id: userId,
    user_name: user?.name ?? '',
    user_username: user?.username ?? '',
    user_email: user?.email ?? '',
    user_avatar: user?.avatar_url ?? null,
  };
}

/** Parses push options (`ci.skip`, `group.key=value`) by group. */
export function readOptions(options: readonly string[]): Record<string, Record<string, string | true>> {
  const groups = new Map<string, Map<string, string | true>>();
  for (const option of options) {
    const at = option.indexOf('=');
    const name = at === -1 ? option : option.slice(0, at);
    const dot = name.indexOf('.');
    if (dot === -1) continue;
    const group = name.slice(0, dot);
    const values = groups.get(group) ?? new Map<string, string | true>();
    groups.set(group, values.set(name.slice(dot + 1), at === -1 ? true : option.slice(at + 1)));
  }
  return Object.fromEntries([...groups].map(([group, values]) => [group, Object.fromEntries(values)]));
}
