/** Operations, their contract, and calls between processes. */
export { type AddressMap, createAddressMap } from './address-map';
export { type Channel, openChannel, wasUnsent } from './channel';
export { type Caller, channelOptions, createCaller, type ServiceClient } from './client';
export {
  type ContextSigner,
  type ContextVerifier,
  createSigner,
  createVerifier,
  GATEWAY,
  gitTarget,
  receiveContext,
  sendContext,
  serviceContext,
  type VerifiedContext,
} from './context';
export { listCallers, listOperations, type OperationContract, parseDescriptors } from './contract';
export { type GrpcServer, startGrpcServer } from './grpc-server';
export {
  type ResponseOf,
  bindOperations,
  type BoundOperation,
  Call,
  type Download,
  type MethodDefinition,
  type Parameters,
} from './operation';
export { ReadyWaiter } from './wait-for-ready';
export { preparedList } from './prepared-json';
export { contentOf, rowDownload, rowsOf } from './row-stream';
export { createStorageRouter, DEFAULT_STORAGE, deployableOf, grantedStorage, isStorageKey } from './storage-router';
export {
  CODEC_KEY,
  CONTEXT_KEY,
  ERROR_KEY,
  fromServiceError,
  type KeysetInfo,
  type PageInfo,
  readResponseInfo,
  type ResponseInfo,
  responseTrailer,
  toServiceError,
  UNMODIFIED_SINCE_KEY,
} from './wire';
