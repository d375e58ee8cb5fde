/** The response to one request, or to one command of a session. */
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { type PaceLimits, PaceWatch } from '@forgemesh/admission';
import type { ClientConnection } from './client-connection';
import { whenDrained } from './when-drained';

/** What a reply is written to. */
export interface ReplyOptions {
  response: ServerResponse;
  contentType: string;
  /** The response continues after this reply. */
  isSession: boolean;
  /** Minimum speed of the client. */
  pace: PaceLimits;
  /** Called when the client is too slow; its connection is then closed. */
  onSlow: () => void;
  /**
   * Requests the connection of the client, for what follows these bytes of content. Undefined if it
   * is not available.
   */
  requestConnection?: ((sentBytes: number) => Promise<ClientConnection | undefined>) | undefined;
}

/** Small enough that a slow client makes progress within the idle timeout. */
const PIECE_BYTES = 64 * 1024;

/**
 * Content after which the connection of the client pays off: it takes some messages, but then no
 * other process has to pass the content on.
 */
const MIN_DIRECT_BYTES = 256 * 1024;

/** The headers of every response: git output must not be cached. */
export function gitHeaders(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': 'no-cache, max-age=0, must-revalidate',
    Pragma: 'no-cache',
    Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  };
}

export class Reply {
  /** Whether anything was written. */
  hasStarted = false;
  private readonly watch: PaceWatch;
  /** The response, or later the connection of the client. */
  private target: Writable;
  private sentBytes = 0;
  private mayRequest = true;

  constructor(private readonly options: ReplyOptions) {
    const { response, pace, onSlow } = options;
    this.target = response;
    this.watch = new PaceWatch(pace, () => {
      onSlow();
      response.destroy();
    });
  }

  /**
   * Writes with backpressure; resolves when more may be written, or the client has disconnected.
   */
  async write(bytes: Buffer): Promise<void> {
    const { response } = this.options;
    for (let at = 0; at < bytes.length && !response.destroyed; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      await this.prepare();
      if (response.destroyed) return;
      if (this.target.write(piece)) this.watch.endWait(piece.length);
      else await this.waitForClient(whenDrained(this.target), piece.length);
      this.sentBytes += piece.length;
    }
  }

  /**
   * Like `write`; resolves when the bytes have been handed to the system, so that their buffer can
   * be used again.
   */
  async writeThrough(bytes: Buffer): Promise<void> {
    const { response } = this.options;
    if (response.destroyed) return;
    await this.prepare();
    if (response.destroyed) return;
    const { target } = this;
    const isWritten = new Promise<void>((resolve) => {
      target.once('close', resolve);
      target.write(bytes, () => {
        target.off('close', resolve);
        resolve();
      });
    });
    await this.waitForClient(isWritten, bytes.length);
    this.sentBytes += bytes.length;
  }

  /** Writes the complete reply. */
  async send(bytes: Buffer): Promise<void> {
    const { response, isSession } = this.options;
    if (response.destroyed) return;
    this.start({ 'Content-Length': String(bytes.length) });
    // Only a response of unknown length consists of chunks.
    this.mayRequest = false;
    if (isSession || bytes.length > PIECE_BYTES) await this.write(bytes);
    this.end(isSession || bytes.length > PIECE_BYTES ? undefined : bytes);
  }

  /** Ends the reply; without any content it is an empty success. */
  end(rest?: Buffer): void {
    const { response, isSession } = this.options;
    this.watch.stop();
    if (response.destroyed) return;
    this.start({});
    // The service sends the last chunk when this response ends.
    if (this.target !== response) this.target.end(rest, () => response.end());
    else if (!isSession) response.end(rest);
    else if (rest !== undefined && rest.length > 0) response.write(rest);
  }

  /** Ends the watch of the client; for a reply that has failed. */
  stop(): void {
    this.watch.stop();
  }

  /** Prepares to write content. */
  private async prepare(): Promise<void> {
    const { response, requestConnection } = this.options;
    this.start({});
    if (!this.mayRequest || requestConnection === undefined || this.sentBytes < MIN_DIRECT_BYTES) return;
    this.mayRequest = false;
    // The connection comes when the client has taken what was sent before.
    this.watch.beginWait();
    const connection = await requestConnection(this.sentBytes);
    this.watch.endWait(0);
    if (connection === undefined) return;
    connection.on('error', () => response.destroy());
    connection.once('close', () => {
      if (!connection.writableFinished) response.destroy();
    });
    response.once('close', () => connection.destroy());
    if (response.destroyed) connection.destroy();
    this.target = connection;
  }

  /** The head is sent with the first bytes, so that a failure before them can still be a status. */
  private start(headers: Record<string, string>): void {
    const { response, contentType } = this.options;
    this.hasStarted = true;
    if (!response.headersSent) response.writeHead(200, { ...gitHeaders(contentType), ...headers });
  }

  private async waitForClient(written: Promise<void>, bytes: number): Promise<void> {
    this.watch.beginWait();
    await written;
    this.watch.endWait(bytes);
  }
}
