/** The protocol as a client speaks it, with requests that a test answers. */
import { Duplex, PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { NotFoundError } from '@forgemesh/errors';
import { silentLog } from '@forgemesh/testing/runtime';
import type { ServerChannel } from 'ssh2';
import type { LfsBackend } from './lfs-backend';
import { serveTransfer } from './serve-transfer';

const oid = 'a'.repeat(64);
const object = { id: '7', path: 'a.bin', locked_at: '2030-01-01T00:00:00.000Z', owner: { name: 'Ada' } };

const packet = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
/** A message: lines, with `|` for the delimiter. */
const message = (...lines: string[]): string =>
  `${lines.map((line) => (line === '|' ? '0001' : packet(`${line}\n`))).join('')}0000`;

const refusing: LfsBackend = {
  json: () => Promise.resolve({ status: 403, body: { message: 'not allowed' } }),
  download: () => Promise.resolve({ refusal: { status: 404, body: { message: 'no such object' } } }),
  upload: () => Promise.reject(new NotFoundError('Project')),
};

/** Sends messages and returns what the server writes after its capabilities. */
async function exchange(
  operation: 'upload' | 'download' | 'lock',
  messages: readonly string[],
  backend: Partial<LfsBackend> = {},
): Promise<string> {
  const output = new PassThrough();
  const channel = Duplex.from({
    readable: PassThrough.from([Buffer.from(messages.join('') + message('quit'))]),
    writable: output,
  });
  const command = {
    kind: 'transfer' as const,
    operation,
    isPush: operation === 'upload',
    repository: 'project' as const,
    projectPath: 'group/project',
  };
  const pace = { seconds: 60, bytesPerSecond: 1 };
  const received = buffer(output);
  await serveTransfer(channel as ServerChannel, {
    command,
    backend: { ...refusing, ...backend },
    pace,
    log: silentLog,
  });
  output.end();
  const text = (await received).toString();
  const capabilities = message('version=1', 'locking');
  const end = message('status 200');
  expect([text.startsWith(capabilities), text.endsWith(end)]).toEqual([true, true]);
  return text.slice(capabilities.length, -end.length);
}

describe('git-lfs-transfer', () => {
  it('negotiates the version', async () => {
    expect(await exchange('upload', [message('version 1')])).toBe(message('status 200', '|'));
    expect(await exchange('upload', [message('version 2')])).toBe(message('status 400', '|', 'unknown version'));
  });

  it('says which objects the client has to transfer', async () => {
    const requests: unknown[] = [];
    const other = 'b'.repeat(64);
    const objects = [
      { oid, size: 1, actions: { upload: {}, verify: {} } },
      { oid: other, size: 2 },
    ];
    const json: LfsBackend['json'] = (...request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, body: { objects } });
    };
    const batch = message(
      'batch',
      'transfer=ssh',
      'hash-algo=sha256',
      'refname=refs/heads/main',
      '|',
      `${oid} 1`,
      `${other} 2`,
    );
    expect(await exchange('upload', [batch], { json })).toBe(
      message('status 200', 'hash-algo=sha256', '|', `${oid} 1 upload`, `${other} 2 noop`),
    );
    const sent = [
      { oid, size: 1 },
      { oid: other, size: 2 },
    ];
    const expected = { operation: 'upload', transfers: ['basic'], objects: sent };
    expect(requests).toEqual([['POST', 'objects/batch', expected]]);
  });

  it.each([
    [message('batch', '|', 'x 1'), message('status 422', '|', 'An object has a SHA-256 and a size.')],
    [
      message('batch', 'hash-algo=sha1', '|', `${oid} 1`),
      message('status 409', '|', 'Objects are named by their SHA-256.'),
    ],
    [message('batch', '|', `${oid} 1`), message('status 403', '|', 'not allowed')],
    [message('get-object x'), message('status 422', '|', 'An object has a SHA-256.')],
    [message(`get-object ${oid}`), message('status 404', '|', 'no such object')],
    [
      message(`put-object ${oid}`, 'size=1', '|', 'x'),
      message('status 400', '|', 'The operation download has no command put-object.'),
    ],
    [message('other'), message('status 400', '|', 'The operation download has no command other.')],
  ])('refuses %j', async (request, reply) => {
    expect(await exchange('download', [request])).toBe(reply);
  });

  it('sends and stores contents', async () => {
    const contents: string[] = [];
    async function* content(): AsyncGenerator<Buffer> {
      yield Buffer.from('con');
      yield Buffer.from('tent');
    }
    const backend: Partial<LfsBackend> = {
      download: () => Promise.resolve({ object: { size: 7, content: content() } }),
      async upload(_oid, size, sent) {
        for await (const chunk of sent) contents.push(`${size} ${chunk.toString()}`);
        return { status: 200, body: {} };
      },
      json: () => Promise.resolve({ status: 200, body: {} }),
    };
    const downloaded = await exchange('download', [message(`get-object ${oid}`)], backend);
    expect(downloaded).toBe(`${packet('status 200\n')}${packet('size=7\n')}0001${packet('con')}${packet('tent')}0000`);
    const upload = `${packet(`put-object ${oid}\n`)}${packet('size=4\n')}0001${packet('da')}${packet('ta')}0000`;
    const stored = await exchange('upload', [upload, message(`verify-object ${oid}`, 'size=4')], backend);
    expect([stored, contents]).toEqual([message('status 200') + message('status 200'), ['4 da', '4 ta']]);
  });

  it('continues after a refused upload', async () => {
    const upload = `${packet(`put-object ${oid}\n`)}${packet('size=4\n')}0001${packet('data')}0000`;
    const invalid = upload.replace('size=4', 'size=x');
    expect(await exchange('upload', [upload, invalid])).toBe(
      message('status 404', '|', 'The project you were looking for could not be found.') +
        message('status 422', '|', 'An object has a SHA-256 and a size.'),
    );
  });

  it('locks and unlocks files', async () => {
    const fields = ['id=7', 'path=a.bin', 'locked-at=2030-01-01T00:00:00.000Z', 'ownername=Ada'];
    const answer = (status: number, body: object): Partial<LfsBackend> => ({
      json: () => Promise.resolve({ status, body: body as Record<string, unknown> }),
    });
    const locking = [message('lock', 'path=a.bin')];
    expect(await exchange('lock', locking, answer(201, { lock: object }))).toBe(message('status 201', ...fields));
    expect(await exchange('lock', locking, answer(409, { lock: object, message: 'already locked' }))).toBe(
      message('status 409', ...fields, '|', 'already locked'),
    );
    expect(await exchange('lock', locking)).toBe(message('status 403', '|', 'not allowed'));
    const unlocking = [message('unlock 7', 'force=true')];
    expect(await exchange('lock', unlocking, answer(200, { lock: object }))).toBe(message('status 200', ...fields));
    const line = ['lock 7', 'path 7 a.bin', 'locked-at 7 2030-01-01T00:00:00.000Z', 'ownername 7 Ada'];
    const verified = { ours: [object], theirs: [], next_cursor: '8' };
    expect(await exchange('lock', [message('list-lock')], answer(200, verified))).toBe(
      message('status 200', 'next-cursor=8', '|', ...line, 'owner 7 ours'),
    );
    expect(await exchange('lock', [message('list-lock', 'path=a.bin')], answer(200, { locks: [object] }))).toBe(
      message('status 200', '|', ...line),
    );
  });
});
