/** For tests of one service in the process of the suite, with stubs for all other services. */
export { type Grant, grant, type TestCaller } from './callers';
export { type NewTestEvent } from './sibling-events';
export { type InProcessOptions, type InProcessService, startInProcess } from './start-in-process';
export { emptyResponse, type RpcStub, stubRpc } from './rpc-stub';
