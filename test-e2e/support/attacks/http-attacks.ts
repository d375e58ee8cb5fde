/** Attacks with requests of HTTP clients. */
import {
  requestHead,
  silentClient,
  socketClient,
  writeEndlessly,
  writeSlowly,
  type Attack,
  type AttackTarget,
  type HostileClient,
} from './hostile-client';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MIB = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, '[');
const MANY_VALUES = JSON.stringify({ title: 'x', values: new Array(90_000).fill(1) });
const SLOW_MARKDOWN = JSON.stringify({ text: '*[a](b) `c` **d** '.repeat(220), gfm: true });

/** A client that sends JSON and reads the response. */
function jsonClient(
  target: AttackTarget,
  path: string,
  text: string,
  headers: Record<string, string> = {},
): HostileClient {
  const head = requestHead('POST', path, {
    ...JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...headers,
  });
  return socketClient(target, (socket) => {
    socket.resume();
    socket.write(head + text);
  });
}

/** What the clients do, by name. */
export const httpAttacks: Record<string, Attack> = {
  'send a body of 10 GiB without a token': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      socket.write(
        requestHead('POST', '/api/v4/projects/import', { ...JSON_TYPE, 'Content-Length': String(10_240 * MIB) }),
      );
      writeEndlessly(socket, PIECE);
    }),

  'send bodies of many values with a token': (target) =>
    jsonClient(target, `/api/v4/projects/${target.project.id}/issues`, MANY_VALUES, {
      'PRIVATE-TOKEN': target.user.token,
    }),

  'send their headers slowly': (target) =>
    socketClient(target, (socket) => {
      socket.write('GET /api/v4/version HTTP/1.1\r\nHost: localhost\r\n');
      writeSlowly(socket, 'X-Header: 1\r\n');
    }),

  'read a raw file slowly': (target) => {
    const path = `/api/v4/projects/${target.project.id}/repository/files/${target.file}/raw`;
    return silentClient(target, requestHead('GET', `${path}?ref=${target.project.branch}`));
  },

  'read archives slowly': (target) => {
    const path = `/api/v4/projects/${target.project.id}/repository/archive.tar`;
    return silentClient(target, requestHead('GET', `${path}?sha=${target.project.tip}`));
  },

  'render texts without a token': (target) => jsonClient(target, '/api/v4/markdown', SLOW_MARKDOWN),

  'guess passwords': (target) =>
    jsonClient(
      target,
      '/oauth/token',
      JSON.stringify({ grant_type: 'password', username: target.user.username, password: 'a-wrong-password-1' }),
    ),

  'download the API reference': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      socket.write(requestHead('GET', '/api/v4/openapi.json', { Connection: 'close' }));
    }),
};
