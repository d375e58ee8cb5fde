/** The upstream call for a request: its context, its target, and how its result is sent. */
import { Metadata } from '@grpc/grpc-js';
import {
  CODEC_KEY,
  GATEWAY,
  grantedProject,
  grantedStorage,
  localContext,
  rpcSpan,
  sendContext,
  UNMODIFIED_SINCE_KEY,
  type ContextSigner,
} from '@forgemesh/rpc';
import { inSpan, type Metrics } from '@forgemesh/telemetry';
import type { Identity } from '../auth/authenticate';
import type { Grants } from '../auth/authorize';
import { headerOf, type HttpExchange } from '../server/exchange';
import { callDownload, callUnary, callUpload, type OperationResponse, type OperationCall } from './call';
import { callContextOf } from './call-context';
import type { Channels } from './channels';
import { signalOnDisconnect } from '../server/client-disconnect';
import type { ReadCoalescer } from './read-coalescer';
import type { CheckedParams } from '../params/check-params';
import type { CompiledOperation } from '../routing/compile-operation';
import { sendResponse, sendDownload } from '../response/send-response';
import type { RequestBody } from '../body/read-body';

/** Dependencies of upstream calls. */
export interface UpstreamOptions {
  channels: Channels;
  signer: ContextSigner;
  metrics: Metrics;
  readCoalescer: ReadCoalescer<OperationResponse>;
  /** License tier of the instance, 0 to 3. */
  tier: number;
}

/** An authorized request. */
export interface Granted {
  identity: Identity;
  params: CheckedParams;
  access: Grants;
}

/** Changes the response of a unary operation before it is sent. */
export type PresentResponse = (response: OperationResponse) => OperationResponse;

/** How a call differs from that of a usual request. */
export interface CallChoices {
  /** Changes the response before it is sent. */
  present?: PresentResponse | undefined;
  /** Aborts a read; by default that is the disconnection of the client. */
  signal?: AbortSignal;
}

/** How long a proxy may serve a response to all visitors, in seconds. */
const VISITOR_MAX_AGE_SECONDS = 1;

/** Lets proxies serve a response to other visitors, who have the same token and see the same. */
function forVisitors({ body, info }: OperationResponse): OperationResponse {
  const headers = {
    'Cache-Control': `public, max-age=0, s-maxage=${VISITOR_MAX_AGE_SECONDS}`,
    Vary: 'Origin, Authorization',
    ...info.headers,
  };
  return { body, info: { ...info, headers } };
}

/** Calls the owning service; returns a function that sends the response. */
export async function callUpstream(
  options: UpstreamOptions,
  exchange: HttpExchange,
  operation: CompiledOperation,
  granted: Granted,
  { files: [file], isLarge }: Pick<RequestBody, 'files' | 'isLarge'>,
  { present = (response) => response, signal = signalOnDisconnect(exchange.response) }: CallChoices = {},
): Promise<(exchange: HttpExchange) => Promise<void> | void> {
  const { contract, service, isRead, isDownload, isUpload } = operation;
  const { channels, readCoalescer, metrics, signer } = options;
  const context = callContextOf(exchange, { tier: options.tier, isRead, ...granted });
  const since = headerOf(exchange, 'if-unmodified-since');
  const { rpc } = contract;
  const target = { audience: service, method: rpc, isTransfer: isDownload || isUpload };
  const buildMetadata = async (): Promise<Metadata> => {
    const metadata = new Metadata();
    metadata.set(CODEC_KEY, 'json');
    if (since !== undefined) metadata.set(UNMODIFIED_SINCE_KEY, since);
    await sendContext(signer, context, target, metadata);
    return metadata;
  };
  const storage = grantedStorage(granted.access);
  const services = channels.localOf(service, storage);
  const local = services && {
    services,
    service,
    unmodifiedSince: since,
    context: () => localContext({ issuer: GATEWAY, signer }, context, target),
  };
  const inClientSpan = <T>(work: () => Promise<T>): Promise<T> => inSpan(() => rpcSpan('client', rpc), work);
  const callFor = (signal: AbortSignal): OperationCall => {
    const to = local ?? channels.of(service, storage, { key: grantedProject(granted.access)?.toString(), isRead });
    return { to, rpc, isRead, params: granted.params, metadata: buildMetadata, signal, metrics };
  };
  if (isDownload) {
    const download = await inClientSpan(() => callDownload(callFor(signal)));
    return (to) => sendDownload(to, operation, download);
  }
  const call = (shared: AbortSignal): Promise<OperationResponse> =>
    inClientSpan(() => (isUpload ? callUpload(callFor(shared), file) : callUnary(callFor(shared))));
  // Reads with large parameters are too rare to be worth a key.
  const response = await (isRead && !isUpload && !isLarge
    ? readCoalescer.read(JSON.stringify([rpc, granted.params, since, { ...context, request_id: '' }]), signal, call)
    : call(signal));
  const isShared = granted.identity.isVisitor === true && isRead && exchange.method === 'GET';
  return (to) => sendResponse(to, operation, present(isShared ? forVisitors(response) : response));
}
