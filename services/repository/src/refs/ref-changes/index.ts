/** Public interface of ref changes. */
export { isRefusedChange } from './change-ref';
export { findTip } from './find-tip';
export type { RefActor, RefIntent } from './record-intents';
export type { RefChangeDocument } from './ref-change.model';
export type { RefWriter } from './ref-writer';
export { wasApplied } from './was-applied';
