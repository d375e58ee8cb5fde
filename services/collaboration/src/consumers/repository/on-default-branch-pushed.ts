import { BRANCHES } from '@forgemesh/git-engine/refs';
import type { EventConsumer, EventEntity, ForgeEvent } from '@forgemesh/events';
import { subjectOfUser } from '#access';
import { closeIssues } from '#items/issues';
import {
  mergeContent,
  type MergeRequestChangesDeps,
  mergeSettingsOf,
  closingReferencesIn,
} from '#items/merge-requests';
import { type ReferencesDeps, resolveItems } from '#items/references';
import type { ModelDeps } from '#items/model';

type Push = EventEntity<'repository.push.received'>;

type PushedCommit = { id: string; message: string };

const MAX_COMMITS = 100;

/**
 * Closes the issues that commits pushed to the default branch close; not those of the very first
 * push.
 */
export const onDefaultBranchPushed: EventConsumer<'repository.push.received', MergeRequestChangesDeps> = {
  name: 'collaboration-issues-closed-by-commits',
  events: ['repository.push.received'],
  from: 'new',
  acrossRequests: true,
  async handleAll(events, deps) {
    const pushes = events.map((event) => ({ event, push: event.data.entity }));
    const mayClose = pushes.filter(({ push }) => !push.is_first && mayNameIssues(deps, push));
    if (mayClose.length === 0) return;
    const settings = await mergeSettingsOf(
      deps,
      mayClose.map(({ push }) => push.project_id),
    );
    for (const { event, push } of mayClose) {
      const { autoclose_referenced_issues: closes, default_branch } = settings.get(push.project_id) ?? {};
      if (closes && push.ref === `${BRANCHES}${default_branch}` && push.user_id !== null)
        await closeByCommits(deps, event, push, push.user_id);
    }
  },
};

async function closeByCommits(
  deps: MergeRequestChangesDeps,
  { id }: ForgeEvent,
  push: Push,
  actor: number,
): Promise<void> {
  const { project_id } = push;
  const named = (await commitsOf(deps, push)).flatMap(({ id: sha, message }) =>
    closingReferencesIn(message, deps.instance.urls.base).map((reference) => ({ sha, reference })),
  );
  if (named.length === 0 || (await isMerge(deps, push))) return;
  const subject = await subjectOfUser(deps, actor);
  if (!subject) return;
  const references = named.map(({ reference }) => reference);
  const items = await resolveItems(deps, references, { scope: { project_id, group_id: null }, subject });
  const project = await deps.display.projects.get(project_id);
  for (const { item, reference } of items) {
    const sha = named.find((one) => one.reference === reference)?.sha ?? '';
    const via = (other: number): string =>
      `commit ${other === project_id ? '' : `${project?.path_with_namespace ?? ''}@`}${sha}`;
    const cause = { type: 'Commit', id: 0, project_id, group_id: null } as const;
    await closeIssues(deps, [item._id], { actor, event_id: id, via, cause });
  }
}

/** Whether a push may close issues, as far as its event tells. */
function mayNameIssues(deps: Pick<ReferencesDeps, 'instance'>, { commits, total_commits_count: total }: Push): boolean {
  return (
    total > commits.length ||
    commits.some(({ message }) => closingReferencesIn(message, deps.instance.urls.base).length > 0)
  );
}

/**
 * The commits of a push, oldest first. Events carry the newest commits only; the others are
 * fetched.
 */
async function commitsOf(deps: MergeRequestChangesDeps, push: Push): Promise<PushedCommit[]> {
  const { commits, total_commits_count: total, before, after } = push;
  if (total <= commits.length || /^0+$/.test(before)) return commits;
  const options = { base_sha: before, head_sha: after, with_commits: true, limit_commits: MAX_COMMITS };
  return (await mergeContent(deps, push, options)).commits.reverse();
}

/**
 * Whether a push is a merge of a merge request, which closes its issues itself. It is stored before
 * the branch moves.
 */
async function isMerge({ items: { mergeRequests } }: ModelDeps, { project_id, ref, after }: Push): Promise<boolean> {
  const shas = ['pending_merge.commit_sha', 'merge_commit_sha', 'squash_commit_sha', 'head_sha'];
  const found = await mergeRequests.model.exists({
    project_id,
    target_branch: ref.slice(BRANCHES.length),
    state: { $in: ['locked', 'merged'] },
    $or: shas.map((name) => ({ [name]: after })),
  } as never);
  return found !== null;
}
