import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ForbiddenError } from '@forgemesh/errors';
import { startFixtureMesh, until, type TestResponse, type FixtureMesh } from '../testing/fixture-mesh';

const token = 'developer-token';
let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

const leftovers = (): string[] => readdirSync(join(mesh.folder, 'tmp'));

interface Part {
  name: string;
  value: string | Buffer;
  file?: string;
}

function multipart(parts: Part[], closing = '--b--\r\n'): Buffer {
  const chunks = parts.flatMap(({ name, value, file }) => [
    `--b\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n`,
    file === undefined ? '\r\n' : 'Content-Type: application/octet-stream\r\n\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, closing].map((chunk) => Buffer.from(chunk)));
}

function upload(parts: Part[], path = '/projects/7/upload', sentToken: string | null = token): Promise<TestResponse> {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return mesh.send({
    method: 'POST',
    path,
    body: multipart(parts),
    headers,
    ...(sentToken !== null && { token: sentToken }),
  });
}

describe('uploads', () => {
  it('send the parameters, then the bytes', async () => {
    const content = randomBytes(1_500_000);
    const response = await upload([
      { name: 'file', value: content, file: 'näme.bin' },
      { name: 'note', value: 'after the file' },
    ]);
    expect(response.status).toBe(201);
    const call = mesh.peer.calls.at(-1);
    expect(call?.request).toEqual({ id: '7', file: 'näme.bin', note: 'after the file' });
    expect(call?.file.equals(content)).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  it('accept an empty file and ignore empty nameless parts', async () => {
    const response = await upload([
      { name: 'avatar', value: '', file: '' },
      { name: '', value: '' },
      { name: 'file', value: '', file: 'empty.txt' },
    ]);
    expect(response.status).toBe(201);
    expect(mesh.peer.calls.at(-1)?.request).toEqual({ id: '7', file: 'empty.txt' });
  });

  it('strip folders from the name', async () => {
    await upload([{ name: 'file', value: 'x', file: '../../etc/passwd' }]);
    expect(mesh.peer.calls.at(-1)?.request['file']).toBe('passwd');
  });

  it.each([
    ['no file', [{ name: 'note', value: 'x' }], 'file is missing'],
    ['an empty part', [{ name: 'file', value: '', file: '' }], 'file is missing'],
    ['a text', [{ name: 'file', value: 'x' }], 'file is invalid'],
  ])('with %s are refused', async (_name, parts, error) => {
    const response = await upload(parts);
    expect([response.status, response.json]).toEqual([400, { error }]);
  });

  it('are refused if they are too large', async () => {
    const response = await upload([{ name: 'file', value: Buffer.alloc(2_000_001), file: 'large' }]);
    expect(response.status).toBe(413);
    const chunked = await mesh.send({
      method: 'POST',
      path: '/projects/7/upload',
      token,
      body: multipart([{ name: 'file', value: Buffer.alloc(2_000_001), file: 'large' }]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Transfer-Encoding': 'chunked' },
    });
    expect(chunked.status).toBe(413);
    expect(leftovers()).toEqual([]);
  });

  it('are refused before they are received', async () => {
    expect((await upload([{ name: 'file', value: 'x', file: 'a' }], '/projects/7/upload', null)).status).toBe(401);
    expect(
      (await upload([{ name: 'file', value: 'x', file: 'a' }], '/projects/7/upload', 'stranger-token')).status,
    ).toBe(404);
  });

  it('return the error of a failing service and leave no files', async () => {
    mesh.peer.on('UploadThing', () => Promise.reject(new ForbiddenError('no')));
    const response = await upload([{ name: 'file', value: randomBytes(500_000), file: 'a' }]);
    expect([response.status, response.json]).toEqual([403, { message: '403 Forbidden - no' }]);
    expect(leftovers()).toEqual([]);
  });

  it('leave no files and reach no service if they are aborted', async () => {
    const before = mesh.peer.calls.length;
    await new Promise<void>((resolve) => {
      const headers = {
        'PRIVATE-TOKEN': token,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': '1000000',
      };
      const request = httpRequest({
        host: '127.0.0.1',
        port: mesh.port,
        method: 'POST',
        path: '/api/v4/projects/7/upload',
        headers,
      });
      request.once('error', () => resolve());
      request.write(multipart([{ name: 'file', value: 'x'.repeat(1000), file: 'a' }], ''), () => request.destroy());
      request.once('close', () => resolve());
    });
    const metrics = async (): Promise<string> => (await mesh.operators('metrics')).text;
    await until(async () => /requests_in_flight\{[^}]*\} 0\n/.test(await metrics()));
    expect(mesh.peer.calls).toHaveLength(before);
    await until(() => leftovers().length === 0);
  });
});

describe('downloads', () => {
  it('stream bytes with the headers of the service', async () => {
    const content = randomBytes(5_000_000);
    mesh.peer.on('DownloadThing', () => ({
      headers: { 'Content-Type': 'text/plain', 'Content-Disposition': 'inline' },
      chunks: [content.subarray(0, 1_000_000), content.subarray(1_000_000)],
    }));
    const response = await mesh.send({ path: '/projects/7/download/a', token });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'inline',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(digest(response.bytes)).toBe(digest(content));
  });

  it('respond to HEAD with only the headers', async () => {
    const response = await mesh.send({ method: 'HEAD', path: '/projects/7/download/a', token });
    expect([response.status, response.bytes.length]).toEqual([200, 0]);
    expect(response.headers['content-type']).toBe('text/plain');
  });

  it('return the error if they fail before they start', async () => {
    mesh.peer.on('DownloadThing', () => Promise.reject(new ForbiddenError('no')));
    const response = await mesh.send({ path: '/projects/7/download/a', token });
    expect([response.status, response.json]).toEqual([403, { message: '403 Forbidden - no' }]);
  });

  it('return the error if they fail before anything is sent', async () => {
    mesh.peer.on('DownloadThing', () => ({
      chunks: (async function* () {
        yield Buffer.from('part');
        throw new Error('lost');
      })(),
    }));
    const response = await mesh.send({ path: '/projects/7/download/a', token });
    expect([response.status, response.json]).toEqual([500, { message: '500 Internal Server Error' }]);
  });

  it('close the connection if they fail after a part is sent', async () => {
    mesh.peer.on('DownloadThing', () => ({
      chunks: (async function* () {
        yield Buffer.alloc(300_000);
        throw new Error('lost');
      })(),
    }));
    await expect(mesh.send({ path: '/projects/7/download/a', token })).rejects.toThrow();
  });

  it('may be left by their clients at any moment', async () => {
    mesh.peer.on('DownloadThing', () => ({
      chunks: (async function* () {
        for (;;) yield Buffer.alloc(100_000);
      })(),
    }));
    const head = `GET /api/v4/projects/7/download/a HTTP/1.1\r\nHost: localhost\r\nPRIVATE-TOKEN: ${token}\r\n\r\n`;
    const leaveAfter = async (ms: number): Promise<void> => {
      const socket = connect(mesh.port, '127.0.0.1').on('error', () => undefined);
      socket.write(head);
      await pause(ms);
      socket.destroy();
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => leaveAfter(index)));
    mesh.peer.on('DownloadThing', () => ({ chunks: [Buffer.from('whole')] }));
    const response = await mesh.send({ path: '/projects/7/download/a', token });
    expect(response.bytes.toString()).toBe('whole');
  });

  it('are read no faster than the client reads', async () => {
    let sent = 0;
    mesh.peer.on('DownloadThing', () => ({
      chunks: (async function* () {
        for (; sent < 400; sent++) yield Buffer.alloc(1_000_000);
      })(),
    }));
    await new Promise<void>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: mesh.port,
        path: '/api/v4/projects/7/download/a',
        headers: { 'PRIVATE-TOKEN': token },
      };
      const request = httpRequest(options, (response) => {
        response.pause();
        let last = -1;
        const settle = setInterval(() => {
          if (sent > 0 && sent === last) {
            clearInterval(settle);
            request.destroy();
            resolve();
          }
          last = sent;
        }, 300);
      });
      request.once('error', reject).end();
    });
    // The kernel and the processes buffer the rest.
    expect(sent).toBeLessThan(200);
  });
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
