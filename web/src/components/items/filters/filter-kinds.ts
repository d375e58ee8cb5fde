/** What lists of issues and merge requests can be filtered by. */

/** Where the values of a filter come from, besides its words. */
export type ChoiceSource = 'people' | 'labels' | 'milestones' | 'emoji' | 'branches' | 'none';

/** The kinds of lists. */
export type ListKind = 'issues' | 'merge_requests';

/** A filter. */
export interface FilterKind {
  /** Name in the address. */
  name: string;
  text: string;
  source: ChoiceSource;
  /** Values that are no names: value and text. */
  words: readonly (readonly [string, string])[];
  /** Whether items with the value can be excluded. */
  canExclude: boolean;
  /** Whether several values can be chosen. */
  isRepeated: boolean;
  /** Whether another text than those offered is a value. */
  isOpen: boolean;
}

const people = { source: 'people', canExclude: true, isRepeated: false, isOpen: true } as const;

const author: FilterKind = { ...people, name: 'author', text: 'Author', words: [] };
const assignee: FilterKind = {
  ...people,
  name: 'assignee',
  text: 'Assignee',
  words: [
    ['None', 'Nobody'],
    ['Any', 'Anybody'],
  ],
};
const reviewer: FilterKind = { ...assignee, name: 'reviewer', text: 'Reviewer', canExclude: false };
const labels: FilterKind = {
  name: 'labels',
  text: 'Label',
  source: 'labels',
  words: [
    ['None', 'No label'],
    ['Any', 'Any label'],
  ],
  canExclude: true,
  isRepeated: true,
  isOpen: true,
};
const milestone: FilterKind = {
  name: 'milestone',
  text: 'Milestone',
  source: 'milestones',
  words: [
    ['None', 'No milestone'],
    ['Any', 'Any milestone'],
    ['#upcoming', 'Upcoming'],
    ['#started', 'Started'],
  ],
  canExclude: true,
  isRepeated: false,
  isOpen: true,
};
const reaction: FilterKind = {
  name: 'reaction',
  text: 'My reaction',
  source: 'emoji',
  words: [
    ['None', 'No reaction'],
    ['Any', 'Any reaction'],
  ],
  canExclude: true,
  isRepeated: false,
  isOpen: true,
};
const choice = { source: 'none', canExclude: false, isRepeated: false, isOpen: false } as const;
const weight: FilterKind = {
  ...choice,
  name: 'weight',
  text: 'Weight',
  words: [
    ['None', 'No weight'],
    ['Any', 'Any weight'],
    ...Array.from({ length: 10 }, (_, number) => [String(number), String(number)] as const),
  ],
  isOpen: true,
};
const confidential: FilterKind = {
  ...choice,
  name: 'confidential',
  text: 'Confidential',
  words: [
    ['true', 'Yes'],
    ['false', 'No'],
  ],
};
const draft: FilterKind = {
  ...choice,
  name: 'draft',
  text: 'Draft',
  words: [
    ['yes', 'Yes'],
    ['no', 'No'],
  ],
};
const targetBranch: FilterKind = {
  name: 'target_branch',
  text: 'Target branch',
  source: 'branches',
  words: [],
  canExclude: false,
  isRepeated: false,
  isOpen: true,
};

/** The filters of each kind of list, in the order in which they are offered. */
export const filterKinds: Readonly<Record<ListKind, readonly FilterKind[]>> = {
  issues: [author, assignee, labels, milestone, reaction, weight, confidential],
  merge_requests: [author, assignee, reviewer, labels, milestone, reaction, draft, targetBranch],
};
