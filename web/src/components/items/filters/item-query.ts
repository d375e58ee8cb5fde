/** Filters of an address as parameters of the API. */
import { exclusionOf } from '#lib/filter-params';
import type { Filters } from '#lib/use-filters';
import { filterKinds, type ListKind } from './filter-kinds';

/** Reads the values of filters. */
export type FilterValues = Pick<Filters, 'get' | 'all'>;

/** Conditions of the API that exclude items. */
interface Exclusions {
  'not[labels]'?: string;
  'not[milestone]'?: string;
  'not[author_username]'?: string;
  'not[assignee_username]'?: string;
  'not[my_reaction_emoji]'?: string;
}

/** Returns the names of all filters that a list shows and clears. */
export function filterNamesOfList(list: ListKind): string[] {
  const kinds = filterKinds[list];
  return [
    'search',
    ...kinds.map(({ name }) => name),
    ...kinds.filter(({ canExclude }) => canExclude).map(({ name }) => exclusionOf(name)),
  ];
}

/** Returns the parameters that lists of issues and of merge requests share. */
function sharedQuery({ get, all }: FilterValues) {
  const labels = all('labels');
  const [search, milestone, author, reaction] = ['search', 'milestone', 'author', 'reaction'].map(get);
  return {
    ...(search !== undefined && { search }),
    ...(labels.length > 0 && { 'labels[]': labels }),
    ...(milestone !== undefined && { milestone }),
    ...assigneeQuery(get('assignee')),
    ...(author !== undefined && { author_username: author }),
    ...(reaction !== undefined && { my_reaction_emoji: reaction }),
    ...exclusions({ get, all }),
  };
}

/** Returns the filters of a list of issues. */
export function issueQuery(filters: FilterValues) {
  const [confidential, weight] = ['confidential', 'weight'].map(filters.get);
  return {
    ...sharedQuery(filters),
    ...(confidential === 'true' && { confidential: true }),
    ...(confidential === 'false' && { confidential: false }),
    ...(weight !== undefined && { weight }),
  };
}

/** Returns the filters of a list of merge requests. */
export function requestQuery(filters: FilterValues) {
  const [reviewer, target] = ['reviewer', 'target_branch'].map(filters.get);
  const draft = filters.get('draft');
  return {
    ...sharedQuery(filters),
    ...reviewerQuery(reviewer),
    ...(target !== undefined && { target_branch: target }),
    ...(draft === 'yes' && { wip: 'yes' as const }),
    ...(draft === 'no' && { wip: 'no' as const }),
  };
}

/** Returns the parameter for an assignee, who may also be nobody or anybody. */
function assigneeQuery(assignee: string | undefined) {
  if (assignee === undefined) return {};
  return isWord(assignee) ? { assignee_id: assignee } : { 'assignee_username[]': [assignee] };
}

function reviewerQuery(reviewer: string | undefined) {
  if (reviewer === undefined) return {};
  return isWord(reviewer) ? { reviewer_id: reviewer } : { 'reviewer_username[]': [reviewer] };
}

function isWord(value: string): boolean {
  return value === 'None' || value === 'Any';
}

function exclusions({ get, all }: FilterValues): Exclusions {
  const labels = all(exclusionOf('labels'));
  const [milestone, author, assignee, reaction] = ['milestone', 'author', 'assignee', 'reaction'].map((name) =>
    get(exclusionOf(name)),
  );
  return {
    // Titles of labels have no commas.
    ...(labels.length > 0 && { 'not[labels]': labels.join(',') }),
    ...(milestone !== undefined && { 'not[milestone]': milestone }),
    ...(author !== undefined && { 'not[author_username]': author }),
    ...(assignee !== undefined && { 'not[assignee_username]': assignee }),
    ...(reaction !== undefined && { 'not[my_reaction_emoji]': reaction }),
  };
}
