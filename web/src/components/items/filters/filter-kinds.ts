/** What lists of issues and merge requests can be filtered by. */
import { t } from '@lingui/core/macro';

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

/** Values of the API for items without a value, and with any. */
const NONE = 'None';
const ANY = 'Any';

const people = { source: 'people', canExclude: true, isRepeated: false, isOpen: true } as const;

const author: FilterKind = { ...people, name: 'author', text: t`Author`, words: [] };
const assignee: FilterKind = {
  ...people,
  name: 'assignee',
  text: t`Assignee`,
  words: [
    [NONE, t`Nobody`],
    [ANY, t`Anybody`],
  ],
};
const reviewer: FilterKind = { ...assignee, name: 'reviewer', text: t`Reviewer`, canExclude: false };
const labels: FilterKind = {
  name: 'labels',
  text: t`Label`,
  source: 'labels',
  words: [
    [NONE, t`No label`],
    [ANY, t`Any label`],
  ],
  canExclude: true,
  isRepeated: true,
  isOpen: true,
};
const milestone: FilterKind = {
  name: 'milestone',
  text: t`Milestone`,
  source: 'milestones',
  words: [
    [NONE, t`No milestone`],
    [ANY, t`Any milestone`],
    ['#upcoming', t({ message: 'Upcoming', context: 'milestone' })],
    ['#started', t({ message: 'Started', context: 'milestone' })],
  ],
  canExclude: true,
  isRepeated: false,
  isOpen: true,
};
const reaction: FilterKind = {
  name: 'reaction',
  text: t`My reaction`,
  source: 'emoji',
  words: [
    [NONE, t`No reaction`],
    [ANY, t`Any reaction`],
  ],
  canExclude: true,
  isRepeated: false,
  isOpen: true,
};
const choice = { source: 'none', canExclude: false, isRepeated: false, isOpen: false } as const;
const weight: FilterKind = {
  ...choice,
  name: 'weight',
  text: t`Weight`,
  words: [
    [NONE, t`No weight`],
    [ANY, t`Any weight`],
    ...Array.from({ length: 10 }, (_, number) => [String(number), String(number)] as const),
  ],
  isOpen: true,
};
const confidential: FilterKind = {
  ...choice,
  name: 'confidential',
  text: t`Confidential`,
  words: [
    ['true', t`Yes`],
    ['false', t`No`],
  ],
};
const draft: FilterKind = {
  ...choice,
  name: 'draft',
  text: t`Draft`,
  words: [
    ['yes', t`Yes`],
    ['no', t`No`],
  ],
};
const targetBranch: FilterKind = {
  name: 'target_branch',
  text: t`Target branch`,
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
