/** Layout of group archives: names of their entries. */
import { entries } from './layout';
import type { ArchiveLayout } from './open-archive';

const GIGABYTE = 1024 ** 3;

/**
 * Folder of the groups. Each group has an entry with its attributes and a folder, named after its
 * id, with its lists.
 */
const FOLDER = 'tree/groups';
/** Lists that another service owns. */
export const groupRelations = ['labels', 'milestones', 'epics'] as const;

/** Entries of group archives. */
export const groupEntries = {
  version: entries.version,
  /** Ids of all groups, top group first. */
  tree: `${FOLDER}/_all.ndjson`,
  attributes: (id: number): string => `${FOLDER}/${id}.json`,
  list: (id: number, relation: GroupList): string => `${FOLDER}/${id}/${relation}.ndjson`,
};

/** A list of a group. */
export type GroupList = (typeof groupRelations)[number] | 'members' | 'badges';

const required = new RegExp(
  `^(${entries.version}|${FOLDER}/(_all\\.ndjson|\\d{1,15}\\.json|\\d{1,15}/(${groupRelations.join('|')}|members|badges)\\.ndjson))$`,
);
/** Entries that other versions of the layout contain and that are not needed. */
const ignored = new RegExp(
  `^(GITLAB_VERSION|GITLAB_REVISION|${FOLDER}/\\d{1,15}/[a-z_]+\\.(nd)?json|(uploads|avatar)/.+)$`,
);
const folder = new RegExp(`^(tree|${FOLDER}(/\\d{1,15})?|(uploads|avatar)(/.*)?)$`);

/** The layout that uploaded archives are checked against. */
export const groupLayout: ArchiveLayout = {
  tree: groupEntries.tree,
  maxBytes: 2 * GIGABYTE,
  isRequired: (name) => required.test(name),
  isIgnored: (name) => ignored.test(name),
  isFolder: (name) => folder.test(name),
};
