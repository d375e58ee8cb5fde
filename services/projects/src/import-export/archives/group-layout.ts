/** The layout of group archives: what their entries are called. */
import { entries } from './layout';
import type { ArchiveLayout } from './open-archive';

const GIGABYTE = 1024 ** 3;

/**
 * Folder of the groups; each has an entry with its attributes, and below its id the lists of what
 * belongs to it.
 */
const FOLDER = 'tree/groups';
/** Lists that another service keeps. */
export const groupRelations = ['labels', 'milestones', 'epics'] as const;

/** Entries of group archives. */
export const groupEntries = {
  version: entries.version,
  /** Ids of all groups, the top one first. */
  tree: `${FOLDER}/_all.ndjson`,
  attributes: (id: number): string => `${FOLDER}/${id}.json`,
  list: (id: number, relation: GroupList): string => `${FOLDER}/${id}/${relation}.ndjson`,
};

/** A list of a group. */
export type GroupList = (typeof groupRelations)[number] | 'members' | 'badges';

const required = new RegExp(
  `^(${entries.version}|${FOLDER}/(_all\\.ndjson|\\d{1,15}\\.json|\\d{1,15}/(${groupRelations.join('|')}|members|badges)\\.ndjson))$`,
);
/** What other versions of the layout hold besides. */
const ignored = new RegExp(
  `^(GITLAB_VERSION|GITLAB_REVISION|${FOLDER}/\\d{1,15}/[a-z_]+\\.(nd)?json|(uploads|avatar)/.+)$`,
);
const folder = new RegExp(`^(tree|${FOLDER}(/\\d{1,15})?|(uploads|avatar)(/.*)?)$`);

/** The layout as archives are checked against it. */
export const groupLayout: ArchiveLayout = {
  tree: groupEntries.tree,
  maxBytes: 2 * GIGABYTE,
  isRequired: (name) => required.test(name),
  isIgnored: (name) => ignored.test(name),
  isFolder: (name) => folder.test(name),
};
