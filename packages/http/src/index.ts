/** Outgoing HTTP calls, and helpers for addresses, headers, file names and HTML. */
export { atomDownload, type AtomFeed, type FeedEntry } from './atom-feed';
export { freeChunk, pipeBody, readChunks } from './body-chunks';
export { type ClientNetwork, clientNetworksOf, isPrivateAddress, PRIVATE_ADDRESS_FACTOR } from './client-networks';
export {
  checkTarget,
  checkUrl,
  type ClientCertificate,
  EgressError,
  egressFetch,
  type EgressPolicy,
  type EgressResponse,
  egressStream,
  KeptConnections,
  setLocalRanges,
} from './egress';
export { escapeHtml } from './escape-html';
export { linkToFile } from './file-link';
export { cleanFileName, extensionOf } from './file-name';
export { withoutHopHeaders } from './hop-headers';
export { parseAddress } from './parse-address';
export { pictureTypeOf } from './picture-type';
export {
  openRelay,
  RelayConnection,
  type RelayedRequest,
  type RelayReply,
  type RelayRequest,
} from './relay/relay-connection';
export { safeHeaders } from './safe-headers';
export { limitStream } from './limit-stream';
