/**
 * A persistent `git cat-file --batch-command`: requests are pipelined and their results arrive in
 * order.
 */
import { GitError } from '../errors';
import { PersistentProcess, LostProcessError } from '../worker/persistent-process';
import type { WorkerSettings } from '../worker/messages';
import { checkObjectId, isObjectId } from './object-id';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface ObjectInfo {
  type: ObjectType;
  /** Bytes of the content. */
  size: number;
}

export interface RawObject extends ObjectInfo {
  data: Buffer;
}

interface ObjectResponse extends RawObject {
  id: string;
}

interface Request {
  /** Object id, or the short id of the request. */
  name: string;
  isShort: boolean;
  withContents: boolean;
  resolve: (respond: ObjectResponse | undefined) => void;
  reject: (error: Error) => void;
}

// Blobs are first queried with `info`; larger ones are streamed by a separate process.
const maxObjectBytes = 64 * 1024 * 1024;
const noData = Buffer.alloc(0);
const header = /^(\S+) (?:(commit|tree|blob|tag) ([0-9]+)|missing|ambiguous)$/;
const shortId = /^[0-9a-f]{4,39}$/;
const newline = 10;

export class CatFile extends PersistentProcess {
  private readonly requests: Request[] = [];
  private firstRequest = 0;
  private rest: Buffer = noData;
  private body: { id: string; info: ObjectInfo; data: Buffer; filled: number } | undefined;

  constructor(settings: WorkerSettings, repo: string) {
    // Without a buffer, git writes every result in three parts, of which each wakes this process.
    super(settings, { repo, args: ['cat-file', '--batch-command', '--buffer'] }, 'flush\n');
  }

  get busy(): boolean {
    return this.requests.length > this.firstRequest;
  }

  /** Type and size of an object; undefined if it does not exist. */
  async info(id: string): Promise<ObjectInfo | undefined> {
    return await this.request(checkObjectId(id), false);
  }

  /**
   * Id of the only commit with this id prefix, or of the commit behind a tag object with it;
   * undefined if none or several match.
   */
  async findShortId(prefix: string): Promise<string | undefined> {
    if (!shortId.test(prefix)) return undefined;
    return (await this.request(`${prefix}^{commit}`, false, true))?.id;
  }

  /** An object with its content; undefined if it does not exist. */
  async contents(id: string): Promise<RawObject | undefined> {
    return await this.request(checkObjectId(id), true);
  }

  private request(name: string, withContents: boolean, isShort = false): Promise<ObjectResponse | undefined> {
    return new Promise((resolve, reject) => {
      this.send(`${withContents ? 'contents' : 'info'} ${name}\n`);
      this.requests.push({ name, isShort, withContents, resolve, reject });
    });
  }

  protected consume(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length && !this.dead) {
      from = this.body === undefined ? this.consumeHeader(chunk, from) : this.consumeBody(chunk, from);
    }
  }

  private consumeHeader(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(newline, from);
    if (end < 0) {
      this.rest = Buffer.concat([this.rest, chunk.subarray(from)]);
      if (this.rest.length > 200) this.fail(new LostProcessError('cat-file returned unexpected output'));
      return chunk.length;
    }
    const line = this.rest.toString('latin1') + chunk.toString('latin1', from, end);
    this.rest = noData;
    this.handleHeader(line);
    return end + 1;
  }

  private handleHeader(line: string): void {
    const request = this.requests[this.firstRequest];
    const match = header.exec(line);
    const echoed =
      request?.isShort === true && match?.[2] !== undefined ? isObjectId(match[1]!) : match?.[1] === request?.name;
    if (request === undefined || match === null || !echoed) {
      return this.fail(new LostProcessError('cat-file returned unexpected output'));
    }
    if (match[2] === undefined) return this.respond(undefined);
    const id = match[1]!;
    const info = { type: match[2] as ObjectType, size: Number(match[3]) };
    if (!request.withContents) return this.respond({ id, ...info, data: noData });
    if (info.size > maxObjectBytes) return this.refuse(request, info.size);
    this.body = { id, info, data: Buffer.allocUnsafe(info.size), filled: 0 };
  }

  /** A newline that is not part of the content follows it. */
  private consumeBody(chunk: Buffer, from: number): number {
    const body = this.body!;
    const count = Math.min(body.info.size - body.filled, chunk.length - from);
    chunk.copy(body.data, body.filled, from, from + count);
    body.filled += count;
    if (body.filled < body.info.size || from + count === chunk.length) return from + count;
    if (chunk[from + count] !== newline) {
      this.fail(new LostProcessError('cat-file returned unexpected output'));
      return chunk.length;
    }
    this.body = undefined;
    this.respond({ id: body.id, ...body.info, data: body.data });
    return from + count + 1;
  }

  private respond(object: ObjectResponse | undefined): void {
    const request = this.requests[this.firstRequest]!;
    this.firstRequest += 1;
    // Removing the first element of a long array each time would take quadratic time.
    if (this.firstRequest === this.requests.length || this.firstRequest > 4096) {
      this.requests.splice(0, this.firstRequest);
      this.firstRequest = 0;
    }
    request.resolve(object);
  }

  private refuse(request: Request, size: number): void {
    this.firstRequest += 1;
    request.reject(
      new GitError('limit_exceeded', `the object has ${size} bytes, which is too large to read into memory`),
    );
    this.fail(new LostProcessError('cat-file was stopped because of a large object'));
  }

  protected rejectAll(error: Error): void {
    for (const request of this.requests.splice(0).slice(this.firstRequest)) request.reject(error);
    this.firstRequest = 0;
  }
}
