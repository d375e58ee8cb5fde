/** Public interface of mirrors. */
export { changeRefs } from './change-refs';
export { byName, localRefs, refFilter } from './mirrored-refs';
export { describeRefs, type MirrorResult, openRemote, runTransfer } from './open-remote';
