/** Operations, their contract, and calls between processes. */
export { type AddressMap, createAddressMap } from './client/address-map';
export { type Channel, openChannel, wasUnsent } from './client/channel';
export { channelOptions } from './client/channel-options';
export { type Caller, createCaller, type ServiceClient } from './client/client';
export {
  createMemberPools,
  isPoolAddress,
  type MemberHealth,
  type MemberPool,
  type MemberPools,
  type MemberState,
  type PoolMember,
  type PoolRoute,
} from './client/pool';
export { callerOf, type CallerContext } from './caller';
export {
  type ContextSigner,
  type ContextVerifier,
  createSigner,
  createVerifier,
  GATEWAY,
  gitTarget,
  localContext,
  receiveContext,
  sendContext,
  serviceContext,
  type VerifiedContext,
} from './context';
export { listCallers, listOperations, type OperationContract, parseDescriptors } from './contract';
export { type GrpcServer, listenForCalls, type ServerHealth, startGrpcServer } from './server/grpc-server';
export { CallHandler } from './server/call-handler';
export { createLocalServer, type LocalServer } from './local/local-server';
export { LocalServices } from './local/local-services';
export {
  type ResponseOf,
  bindOperations,
  downloadOperation,
  internalOperation,
  operation,
  uploadOperation,
  type BoundOperation,
  Call,
  type Download,
  type MethodDefinition,
  type Parameters,
} from './operation';
export { encodeJson } from './long-json';
export { ReadyWaiter } from './client/wait-for-ready';
export { rpcSpan } from './rpc-span';
export { preparedList, preparedText } from './server/prepared-json';
export { contentOf, openContent, rowDownload, rowsOf } from './server/row-stream';
export {
  createStorageRouter,
  DEFAULT_STORAGE,
  deployableOf,
  grantedProject,
  grantedStorage,
  isStorageKey,
} from './client/storage-router';
export {
  CODEC_KEY,
  CONTEXT_KEY,
  GIT_NOTICE_KEY,
  ERROR_KEY,
  fromServiceError,
  isUnimplemented,
  type KeysetInfo,
  type PageInfo,
  readResponseInfo,
  type ResponseInfo,
  responseTrailer,
  toServiceError,
  TRACE_PARENT_KEY,
  UNMODIFIED_SINCE_KEY,
} from './wire';
