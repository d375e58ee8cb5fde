/** One HTTP/1.1 request to another process of this instance; its reply is passed to a client. */
import { once } from 'node:events';
import { type OutgoingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http';
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Writable } from 'node:stream';
import { withoutHopHeaders } from '../hop-headers';
import { ReplyReader } from './reply-reader';

/** The head of a request. */
export interface RelayRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, already encoded. */
  path: string;
  /** Value of the Host header. */
  host: string;
  /** `Connection: close` is added unless there is another value. */
  headers: OutgoingHttpHeaders;
}

/** A reply whose content has not been read. */
export interface RelayReply {
  status: number;
  /** Without hop-by-hop headers. */
  headers: OutgoingHttpHeaders;
  /**
   * Writes the content to a response or socket with backpressure, and does not end it; a chunk is
   * valid until its write is complete. Rejects if the content is incomplete or the stream closes.
   */
  pipeTo(target: Writable): Promise<void>;
}

/** A request that the other side has accepted. */
export interface RelayedRequest {
  /**
   * The body that the other side waits for; undefined if it needs none. A write is complete when
   * its chunk is not used any more.
   */
  body: Writable | undefined;
  /** Rejects if the other side is lost before it replies. */
  reply: Promise<RelayReply>;
  /** Ends the request. */
  destroy(): void;
}

const validPath = /^\/[\x21-\x7e\x80-\xff]*$/;

/** A connection for one request. */
export class RelayConnection {
  readonly socket: Socket;
  /** Resolves when the other process accepts the body, or has replied. */
  readonly continued: Promise<void>;
  /** Rejects if the connection is lost before the reply. */
  readonly reply: Promise<RelayReply>;
  private readonly reader = new ReplyReader();

  /** Connects. */
  constructor(to: TcpNetConnectOpts) {
    this.socket = connect({ ...to, onread: this.reader.onread });
    this.reader.attach(this.socket);
    this.continued = this.reader.continued.promise;
    this.reply = this.reader.head.promise.then(({ status, headers }) => ({
      status,
      headers: withoutHopHeaders(headers),
      pipeTo: (target: Writable) => this.reader.pipeTo(target),
    }));
    this.reply.catch(() => undefined);
  }

  /**
   * Sends the head; unless it is a GET, returns the stream of its body. Throws TypeError for
   * headers that HTTP does not allow.
   */
  send(request: RelayRequest): Writable | undefined {
    const hasBody = request.method !== 'GET';
    const isChunked = hasBody && !hasHeader(request.headers, 'content-length');
    this.socket.write(headOf(request, isChunked), 'latin1');
    return hasBody ? this.createBody(isChunked) : undefined;
  }

  /**
   * Resolves when this many bytes of the content have been handed to the system. Rejects if the
   * reply fails before.
   */
  forwarded(bytes: number): Promise<void> {
    return this.reader.forwarded(bytes);
  }

  /** Ends the connection. */
  destroy(error?: Error): void {
    this.socket.destroy(error);
  }

  private createBody(isChunked: boolean): Writable {
    const { socket } = this;
    const body = new Writable({
      write(chunk: Buffer, _encoding, done) {
        if (chunk.length === 0) return done();
        if (!isChunked) return void socket.write(chunk, done);
        socket.cork();
        socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
        socket.write(chunk);
        socket.write('\r\n', 'latin1', done);
        socket.uncork();
      },
      final(done) {
        if (isChunked) socket.write('0\r\n\r\n', 'latin1', done);
        else done();
      },
    });
    // The reply reports a lost connection.
    body.on('error', () => undefined);
    socket.once('close', () => body.destroy());
    return body;
  }
}

/** Opens a connection; rejects with the error of the socket. */
export async function openRelay(to: TcpNetConnectOpts): Promise<RelayConnection> {
  const relay = new RelayConnection(to);
  await once(relay.socket, 'connect');
  return relay;
}

function hasHeader(headers: OutgoingHttpHeaders, name: string): boolean {
  return Object.keys(headers).some((header) => header.toLowerCase() === name);
}

function headOf({ method, path, host, headers }: RelayRequest, isChunked: boolean): string {
  if (!validPath.test(path)) throw new TypeError('the path contains characters that HTTP does not allow');
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  for (const [name, values] of Object.entries(headers)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value === undefined) continue;
      validateHeaderName(name);
      validateHeaderValue(name, String(value));
      lines.push(`${name}: ${value}`);
    }
  }
  if (isChunked) lines.push('Transfer-Encoding: chunked');
  if (!hasHeader(headers, 'connection')) lines.push('Connection: close');
  lines.push('', '');
  return lines.join('\r\n');
}
