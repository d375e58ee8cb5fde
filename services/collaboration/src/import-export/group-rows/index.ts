/** Public interface of the rows of archives of groups. */
export { importEpicParents, importEpics } from './epic.row';
export { GroupImport } from './group-import';
