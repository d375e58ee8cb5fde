/** Public interface of authentication. */
export { findSudoTarget } from './act-as';
export type { ActivityRecorder } from './activity';
export { assertCanAct, assertUsable } from './assert-can-act';
export { authenticateByPassword } from './authenticate-by-password';
export { authenticateMachine } from './authenticate-machine';
export { insufficientScope } from './refusals';
export type { TokenHolders } from './token-holders';
