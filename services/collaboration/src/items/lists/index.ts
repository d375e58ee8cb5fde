/** Public interface of lists of issues, merge requests and epics. */
export { itemConditions } from './item-filter';
export { conditionOf, type ItemList, itemsOfMany, restrictList } from './item-list';
export { listItems } from './list-items';
export { type TitleScope } from './title-conditions';
