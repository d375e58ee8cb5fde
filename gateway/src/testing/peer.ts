/**
 * A fake service as the gateway sees it: its descriptor set, and its operations with the JSON
 * codec.
 */
import { createHash } from 'node:crypto';
import {
  Server,
  ServerCredentials,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Metadata,
} from '@grpc/grpc-js';
import {
  CODEC_KEY,
  listOperations,
  parseDescriptors,
  receiveContext,
  responseTrailer,
  toServiceError,
  type ContextVerifier,
  type ResponseInfo,
  type VerifiedContext,
} from '@forgemesh/rpc';
import {
  DescriptorServiceDefinition,
  type GetDescriptorsRequest,
  type Descriptors,
} from '@forgemesh/proto/api/v1/descriptors';

/** Properties of a service besides its descriptors. */
export const facts = { revision: 'abcdef', started_at: '2020-01-01T00:00:00.000Z' };

/** A received call. */
export interface PeerCall {
  rpc: string;
  request: Record<string, unknown>;
  context: VerifiedContext;
  metadata: Metadata;
  /** Bytes of an uploaded file. */
  file: Buffer;
}

/** Response of an operation: a JSON value, or no bytes if undefined; a stream for a download. */
export interface PeerResponse {
  body?: unknown;
  info?: ResponseInfo;
  headers?: Record<string, string>;
  chunks?: AsyncIterable<Buffer> | Iterable<Buffer>;
}

type Handler = (call: PeerCall) => Promise<PeerResponse> | PeerResponse;

/** A running peer. */
export interface Peer {
  address: string;
  port: number;
  /** Operation calls so far. */
  calls: PeerCall[];
  /** Sets the handler of an operation; a thrown error becomes the call's error. */
  on(rpcName: string, handler: Handler): void;
  /** Called when the gateway cancels a call. */
  onCancelled: () => void;
  /** Replaces the descriptor set. */
  offer(descriptors: Buffer): void;
  /** Closes all connections and stops. */
  kill(): void;
  /** Listens again on the same port. */
  revive(): Promise<void>;
}

const same = (bytes: Buffer): Buffer => bytes;

/** Starts a peer. Operations without a handler respond with their request. */
export async function startPeer(
  service: string,
  descriptors: Buffer,
  verifier: ContextVerifier,
  port = 0,
): Promise<Peer> {
  const handlers = new Map<string, Handler>();
  const paths = new Map(listOperations(parseDescriptors(descriptors)).map(({ name, rpc }) => [name, rpc]));
  const calls: PeerCall[] = [];
  let offered = descriptors;
  let server: Server;

  const handle = async (rpc: string, metadata: Metadata, request: Buffer, file: Buffer): Promise<PeerResponse> => {
    if (metadata.get(CODEC_KEY)[0] !== 'json') throw new Error('not called with the JSON codec');
    const context = await receiveContext(verifier, metadata, {
      audiences: new Set([service]),
      method: paths.get(rpc) ?? '',
    });
    const call = { rpc, request: JSON.parse(request.toString()) as Record<string, unknown>, context, metadata, file };
    calls.push(call);
    return (await handlers.get(rpc)?.(call)) ?? { body: { rpc, request: call.request } };
  };

  const unary =
    (rpc: string): handleUnaryCall<Buffer, Buffer> =>
    (call, done) => {
      call.on('cancelled', () => peer.onCancelled());
      handle(rpc, call.metadata, call.request, Buffer.alloc(0)).then(
        ({ body, info = {} }) =>
          done(null, body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)), responseTrailer(info)),
        (error: unknown) => done(toServiceError(error)),
      );
    };
  const upload =
    (rpc: string): handleClientStreamingCall<Buffer, Buffer> =>
    (call, done) => {
      const chunks: Buffer[] = [];
      call.on('data', (chunk: Buffer) => chunks.push(chunk));
      call.on('end', () => {
        const [first = Buffer.alloc(0), ...rest] = chunks;
        handle(rpc, call.metadata, first, Buffer.concat(rest)).then(
          ({ body, info = {} }) => done(null, Buffer.from(JSON.stringify(body)), responseTrailer(info)),
          (error: unknown) => done(toServiceError(error)),
        );
      });
    };
  const download =
    (rpc: string): handleServerStreamingCall<Buffer, Buffer> =>
    (call) => {
      const run = async (): Promise<void> => {
        const { headers = {}, chunks = [] } = await handle(rpc, call.metadata, call.request, Buffer.alloc(0));
        call.write(Buffer.from(JSON.stringify({ headers })));
        for await (const chunk of chunks) {
          if (!call.write(chunk)) await new Promise((resolve) => call.once('drain', resolve));
        }
        call.end();
      };
      // A destroyed stream would end without a status.
      run().catch((error: unknown) => call.emit('error', toServiceError(error)));
    };

  const listen = async (at: number): Promise<number> => {
    server = new Server({ 'grpc.max_receive_message_length': -1 });
    const getDescriptors: handleUnaryCall<GetDescriptorsRequest, Descriptors> = (call, done) => {
      const version = createHash('sha256').update(offered).digest('hex');
      const isKnown = call.request.known_version === version;
      done(null, { service, version, file_descriptor_set: isKnown ? Buffer.alloc(0) : offered, ...facts });
    };
    server.addService(DescriptorServiceDefinition, { getDescriptors });
    for (const { name, rpc, method } of listOperations(parseDescriptors(descriptors))) {
      const requestStream = method.methodKind === 'client_streaming';
      const responseStream = method.methodKind === 'server_streaming';
      const definition = {
        path: rpc,
        requestStream,
        responseStream,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      };
      server.addService(
        { [name]: definition },
        { [name]: requestStream ? upload(name) : responseStream ? download(name) : unary(name) },
      );
    }
    return new Promise((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${at}`, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
  };

  const bound = await listen(port);
  const peer: Peer = {
    address: `127.0.0.1:${bound}`,
    port: bound,
    calls,
    onCancelled: () => undefined,
    on: (rpcName, handler) => void handlers.set(rpcName, handler),
    offer: (next) => void (offered = next),
    kill: () => server.forceShutdown(),
    revive: async () => void (await listen(bound)),
  };
  return peer;
}
