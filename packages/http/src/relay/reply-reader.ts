/**
 * Reads a reply through one buffer for the whole connection. A stream allocates memory for each
 * read; in a process with a large heap, collecting it costs more than all other work of a relay.
 */
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { keepReadBuffer, takeReadBuffer } from './read-buffers';
import { framingOf, type ReplyFraming } from './reply-framing';
import { parseReplyHead, type ReplyHead } from './reply-head';

const MAX_HEAD_BYTES = 64 * 1024;
const HEAD_END = '\r\n\r\n';

interface Settler<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

export class ReplyReader {
  /** The option `onread` of the connection. */
  readonly onread = {
    buffer: takeReadBuffer(),
    callback: (count: number, buffer: Uint8Array): boolean =>
      this.receive(Buffer.from(buffer.buffer, buffer.byteOffset, count)),
  };
  /** Resolves with `100 Continue` or the reply. */
  readonly continued = settler<void>();
  readonly head = settler<ReplyHead>();
  private readonly content = settler<void>();
  private framing: ReplyFraming | undefined;
  private target: Writable | undefined;
  /** Copies of bytes that arrived before they were requested. */
  private held: Buffer = Buffer.alloc(0);
  private pendingWrites = 0;
  private writtenBytes = 0;
  private readonly progress = new Set<() => void>();
  /** Whether every byte was read and written; only then nothing uses the buffer any more. */
  private isFinished = false;
  private socket: Socket | undefined;

  /** Follows the connection that was opened with `onread`. */
  attach(socket: Socket): void {
    this.socket = socket;
    socket.on('end', () => {
      if (this.framing?.endsWithConnection === true) this.finish();
      else this.fail(new Error('the connection ended before the reply was complete'));
    });
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => {
      if (this.isFinished) keepReadBuffer(this.onread.buffer);
      else this.fail(new Error('the connection was closed before the reply was complete'));
    });
  }

  /**
   * Writes the content to a stream, which it does not end. The stream must not use a chunk after
   * its callback, as sockets and responses do. Rejects if either side fails.
   */
  pipeTo(target: Writable): Promise<void> {
    const onClose = (): void => this.fail(new Error('the reader of the reply has closed'));
    target.once('close', onClose);
    this.target = target;
    const { held } = this;
    this.held = Buffer.alloc(0);
    if (this.framing?.isComplete === true) this.finish();
    else if (target.destroyed) onClose();
    else if (this.forward(held)) this.socket?.resume();
    return this.content.promise.finally(() => target.off('close', onClose));
  }

  /** Resolves when this many bytes of the content were written; rejects if that fails. */
  async forwarded(bytes: number): Promise<void> {
    let check: () => void = () => undefined;
    const isForwarded = new Promise<void>((resolve) => {
      check = (): void => {
        if (this.writtenBytes >= bytes) resolve();
      };
      this.progress.add(check);
      check();
    });
    try {
      await Promise.race([isForwarded, this.content.promise]);
    } finally {
      this.progress.delete(check);
    }
  }

  /** Returns whether more may be read now. */
  private receive(bytes: Buffer): boolean {
    try {
      if (this.target !== undefined) return this.forward(bytes);
      this.held = Buffer.concat([this.held, bytes]);
      while (this.framing === undefined && this.readHead());
      return this.framing === undefined;
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
  }

  /** Whether an interim reply was read, and another head may follow. */
  private readHead(): boolean {
    const end = this.held.indexOf(HEAD_END);
    if (end < 0) {
      if (this.held.length > MAX_HEAD_BYTES) throw new Error('the head of the reply is too long');
      return false;
    }
    const head = parseReplyHead(this.held.toString('latin1', 0, end));
    this.held = this.held.subarray(end + HEAD_END.length);
    const isInterim = head.status < 200;
    if (!isInterim) this.framing = framingOf(head.status, head.headers);
    this.continued.resolve();
    if (isInterim) return true;
    this.head.resolve(head);
    return false;
  }

  /** Writes the content in these bytes. The buffer is used again only after it was written. */
  private forward(bytes: Buffer): boolean {
    try {
      const parts = this.framing?.push(bytes) ?? [];
      this.pendingWrites += parts.length;
      for (const part of parts) this.target?.write(part, (error) => this.written(part.length, error));
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    if (this.pendingWrites > 0) return false;
    if (this.framing?.isComplete === true) this.finish();
    return this.framing?.isComplete !== true;
  }

  private written(bytes: number, error: Error | null | undefined): void {
    if (error) return this.fail(error);
    this.writtenBytes += bytes;
    for (const check of this.progress) check();
    if (--this.pendingWrites > 0) return;
    if (this.framing?.isComplete === true) this.finish();
    else this.socket?.resume();
  }

  private finish(): void {
    this.isFinished = this.pendingWrites === 0;
    this.content.resolve();
    this.socket?.destroy();
  }

  private fail(error: Error): void {
    this.continued.reject(error);
    this.head.reject(error);
    this.content.reject(error);
    this.socket?.destroy();
  }
}

function settler<T>(): Settler<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // A failure is reported by each promise; a caller that awaits only one must not crash.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
