/** Direct uploads to servers that verify nothing; the real one is in `test-e2e/full`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { objectKey, type DirectUploads, type ObjectStore, type PendingUpload } from '../object-store';
import { sha256Of } from '../testing';
import { createS3Store } from './s3-store';

/** What a server does. */
interface Behavior {
  /** Whether it keeps the checksum of a request as that of the content. */
  recordsChecksums: boolean;
  refusesUnsignedHeaders: boolean;
}

interface Stored {
  content: Buffer;
  checksum: string | undefined;
}

/** A server that keeps contents in memory, and believes each request. */
class CarelessServer {
  readonly contents = new Map<string, Stored>();
  behavior: Behavior = { recordsChecksums: true, refusesUnsignedHeaders: true };
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const name = decodeURIComponent(pathname);
    if (request.method === 'PUT') return this.put(name, searchParams, request, response);
    const stored = this.contents.get(name);
    if (request.method === 'DELETE') this.contents.delete(name);
    else if (!stored) response.statusCode = 404;
    else {
      response.setHeader('Content-Length', stored.content.length);
      response.setHeader('ETag', `"${sha256Of(stored.content)}"`);
      if (stored.checksum !== undefined) response.setHeader('x-amz-checksum-sha256', stored.checksum);
    }
    response.end(request.method === 'GET' ? stored?.content : undefined);
  }

  private async put(
    name: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const content = await buffer(request);
    const { 'x-amz-copy-source': source, 'x-amz-checksum-sha256': checksum } = request.headers;
    const isSigned = query.get('X-Amz-SignedHeaders')?.includes('x-amz-copy-source') ?? true;
    if (source !== undefined && !isSigned && this.behavior.refusesUnsignedHeaders) {
      response.writeHead(403).end();
      return;
    }
    const copied = this.contents.get(`/${decodeURI(String(source)).replace(/^\//, '')}`);
    this.contents.set(name, {
      content: copied?.content ?? content,
      checksum: this.behavior.recordsChecksums ? String(checksum) : undefined,
    });
    response.setHeader('ETag', `"${sha256Of(content)}"`);
    response.end(copied && '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
  }
}

describe('an upload to a server that verifies nothing', () => {
  const server = new CarelessServer();
  const problems: object[] = [];
  let endpoint: string;
  let store: ObjectStore;
  let direct: DirectUploads;
  beforeAll(async () => {
    endpoint = await server.start();
  });
  afterAll(() => server.stop());

  function begin(behavior: Behavior): void {
    server.behavior = behavior;
    server.contents.clear();
    store = createS3Store({
      endpoint,
      region: 'us-east-1',
      bucket: 'objects',
      prefix: 'forge/',
      usesPathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      log: { error: (problem: object) => void problems.push(problem) },
    });
    direct = store.direct as DirectUploads;
  }

  const content = Buffer.from('as announced');
  const upload: PendingUpload = { id: '7-a-12', sha256: sha256Of(content), size: content.length };
  const key = objectKey('lfs', upload.sha256);

  async function send(body: Buffer): Promise<void> {
    const signed = await direct.address(upload, 60);
    const response = await fetch(signed?.href ?? '', {
      method: 'PUT',
      headers: signed?.header ?? {},
      body: new Uint8Array(body),
    });
    expect(response.status).toBe(200);
  }

  it.each([true, false])('is verified when it is completed (checksums recorded: %s)', async (recordsChecksums) => {
    begin({ recordsChecksums, refusesUnsignedHeaders: true });
    await send(Buffer.from('not as such!'));
    await expect(direct.complete(upload, key)).rejects.toMatchObject({ difference: 'digest' });
    await send(Buffer.from('shorter'));
    await expect(direct.complete(upload, key)).rejects.toMatchObject({ difference: 'size' });
    expect(await store.stat(key)).toBeNull();
    await send(content);
    expect([await direct.complete(upload, key), await direct.complete(upload, key)]).toEqual([true, true]);
    expect((await buffer((await store.get(key))!.content)).equals(content)).toBe(true);
    await direct.discard(upload);
    expect(await direct.complete(upload, key)).toBe(false);
    expect([...server.contents.keys()]).toEqual([`/objects/forge/${key}`]);
  });

  it('is not offered if a signed URL lets clients copy contents that they cannot read', async () => {
    begin({ recordsChecksums: true, refusesUnsignedHeaders: false });
    problems.length = 0;
    expect(await direct.address(upload, 60)).toBeNull();
    expect(await direct.address(upload, 60)).toBeNull();
    expect(problems).toHaveLength(1);
    expect(server.contents.size).toBe(0);
  });

  it('is not offered for contents that one request cannot store', async () => {
    begin({ recordsChecksums: true, refusesUnsignedHeaders: true });
    for (const size of [0, 5 * 1024 ** 3 + 1]) expect(await direct.address({ ...upload, size }, 60)).toBeNull();
    await expect(direct.address({ ...upload, id: '../x' }, 60)).rejects.toThrow('names no upload');
  });
});
