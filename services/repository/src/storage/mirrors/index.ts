/** Public interface of mirrors. */
export { changeRefs } from './change-refs';
export { BRANCHES, byName, localRefs, refFilter } from './mirrored-refs';
export { describeRefs, type MirrorResult, openRemote, runTransfer } from './open-remote';
