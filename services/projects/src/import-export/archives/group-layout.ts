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
export const groupRelations = ['labels', 'milestones', 'boards', 'epics'] as const;
/** All lists that an import reads. */
export const groupLists = ['members', 'badges', ...groupRelations] as const;

/** A list of a group. */
export type GroupList = (typeof groupLists)[number];

/** Entries of group archives. */
export const groupEntries = {
  version: entries.version,
  instanceVersion: entries.instanceVersion,
  instanceRevision: entries.instanceRevision,
  /** Ids of all groups, top group first. */
  tree: `${FOLDER}/_all.ndjson`,
  /** All groups in one file, in older archives. */
  singleTree: 'group.json',
  attributes: (id: number): string => `${FOLDER}/${id}.json`,
  list: (id: number, relation: GroupList): string => `${FOLDER}/${id}/${relation}.ndjson`,
};

const required = new RegExp(
  `^(${entries.version}|group\\.json|${FOLDER}/(_all\\.ndjson|\\d{1,15}\\.json|\\d{1,15}/(${groupLists.join('|')})\\.ndjson))$`,
);
const otherList = new RegExp(`^${FOLDER}/\\d{1,15}/([a-z_]{1,100})\\.ndjson$`);
/** Lists that contain no data that is missing elsewhere. */
const withoutData = ['namespace_settings', 'user_contributions'];
const folder = new RegExp(`^(tree|${FOLDER}(/\\d{1,15})?|(uploads|avatar)(/.*)?)$`);

/** Whether a list that is not imported is reported. */
export function isReportedList(relation: string): boolean {
  return !withoutData.includes(relation);
}

/** The layout that uploaded archives are checked against. */
export const groupLayout: ArchiveLayout = {
  trees: [groupEntries.tree, groupEntries.singleTree],
  maxBytes: 2 * GIGABYTE,
  isRequired: (name) => required.test(name),
  omittedAs(name) {
    const relation = otherList.exec(name)?.[1];
    if (relation !== undefined) return isReportedList(relation) ? relation : null;
    if (name === entries.instanceVersion || name === entries.instanceRevision) return null;
    return /^(uploads|avatar)\/./.test(name) ? (name.split('/')[0] ?? null) : undefined;
  },
  isFolder: (name) => folder.test(name),
};
