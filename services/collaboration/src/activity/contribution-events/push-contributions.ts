/** Contribution events that follow from pushes to repositories and wikis. */
import type { EventEntity, ForgeEvent } from '@forgemesh/events';
import { BRANCHES, TAGS, zeroId } from '@forgemesh/git-engine/refs';
import type { ContributionAction, PushSummary } from './contribution-event.model';
import { commonFields, NO_TARGET } from './item-contributions';
import type { NewContribution } from './store-contributions';

/** Maximum length of a commit title, in characters. */
const MAX_TITLE = 70;
const pageExtension = /^(.+)\.(md|markdown|mkd|mkdn|mdown|rdoc|asciidoc|adoc|org)$/i;

type PushEntity = EventEntity<'repository.push.received'>;

/**
 * The event of a push to a branch or tag. A push of more refs than `maxRefs` becomes one event for
 * each type and action.
 */
export function contributionOfPush(
  event: ForgeEvent<'repository.push.received'>,
  maxRefs: number,
): NewContribution | null {
  const entity = event.data.entity;
  const { project_id, user_id: author, push_id, refs_count } = entity;
  const push = summaryOf(entity);
  if (!push || author === null) return null;
  const fields = {
    ...commonFields(event, author),
    ...NO_TARGET,
    project_id,
    area: 'repository',
    action: 'pushed',
  } as const;
  if (refs_count <= maxRefs) return { ...fields, push };
  const { ref_type, action } = push;
  const none = { commit_from: null, commit_to: null, ref: null, commit_title: null };
  return {
    ...fields,
    effect_key: `push/${project_id}/${push_id}/${ref_type}/${action}`,
    push: { commit_count: 0, action, ref_type, ...none, ref_count: refs_count },
  };
}

function summaryOf({ ref, before, after, total_commits_count: count, commits }: PushEntity): PushSummary | null {
  const isBranch = ref.startsWith(BRANCHES);
  if (!isBranch && !ref.startsWith(TAGS)) return null;
  const [isNew, isRemoved] = [before === zeroId, after === zeroId];
  const newest = commits.at(-1);
  const title = newest && (newest.message.split('\n', 1)[0] ?? '');
  return {
    commit_count: count,
    action: isNew ? 'created' : isRemoved ? 'removed' : 'pushed',
    ref_type: isBranch ? 'branch' : 'tag',
    commit_from: isNew ? null : before,
    commit_to: isRemoved ? null : after,
    ref: ref.slice(isBranch ? BRANCHES.length : TAGS.length),
    commit_title: title === undefined ? null : truncate(title),
    ref_count: null,
  };
}

function truncate(title: string): string {
  const characters = [...title];
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 3).join('')}...`;
}

/** The events of a push to a wiki: one for each page, with the net effect of the push on it. */
export function contributionsOfWikiPush(event: ForgeEvent<'repository.wiki_push.received'>): NewContribution[] {
  const { project_id, ref, user_id: author, commits } = event.data.entity;
  if (author === null || !ref.startsWith(BRANCHES)) return [];
  return [...changedPages(commits)].map(([slug, action]) => ({
    ...commonFields(event, author),
    effect_key: `${event.id}/${slug}`,
    ...NO_TARGET,
    project_id,
    area: 'wiki',
    action,
    target_type: 'WikiPage::Meta',
    title: titleOf(slug),
  }));
}

function changedPages(commits: PushEntity['commits']): ReadonlyMap<string, ContributionAction> {
  const pages = new Map<string, ContributionAction>();
  const note = (path: string, action: ContributionAction): void => {
    const [, slug] = pageExtension.exec(path) ?? [];
    if (slug === undefined) return;
    const before = pages.get(slug);
    if (before === 'created' && action === 'destroyed') pages.delete(slug);
    else if (before === 'destroyed' && action === 'created') pages.set(slug, 'updated');
    else if (before !== 'created') pages.set(slug, action);
  };
  for (const { added, modified, removed } of commits) {
    for (const path of removed) note(path, 'destroyed');
    for (const path of added) note(path, 'created');
    for (const path of modified) note(path, 'updated');
  }
  return pages;
}

/** The last part of a slug, with spaces. */
function titleOf(slug: string): string {
  return slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ');
}
