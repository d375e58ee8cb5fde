/** Public interface of building database queries. */
export { byId } from './by-id';
export { changeAll } from './change-all';
export { allOf, checkOf, type Condition, type ItemCondition, LargeCondition, oneOf } from './conditions';
