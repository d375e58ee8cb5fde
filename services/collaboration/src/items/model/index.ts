/** Public interface of the documents and stores of items. */
export { type ModelDeps } from './deps';
export { type DiffVersionDocument } from './diff-version.model';
export { type EpicDocument, type InheritedDates, newEpicFields } from './epic.model';
export { type ItemsByNumber } from './find-by-number';
export { type IssueDocument, POSITION_STEP } from './issue.model';
export { itemKey, itemNumber } from './item-numbers';
export { itemStore } from './item-stores';
export {
  type ItemDocument,
  type ItemType,
  listedItem,
  newItemFields,
  type NoteableType,
  type ProjectItemDocument,
  withoutSearchFields,
} from './item.model';
export { type MergeRequestDocument, openKeyOf, type PendingRebase, type Review } from './merge-request.model';
export { issueOrderKeys, popularityKey } from './order-keys';
export { type PopulatedProjects } from './populated-projects';
