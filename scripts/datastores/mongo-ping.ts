// Sends one query in the MongoDB wire protocol, without a driver.

import { connect } from 'node:net';

const opMsg = 2013;

/**
 * Lists the databases, which reaches the storage behind a proxy too. A response that requires a
 * login counts as success.
 * @param port on 127.0.0.1
 * @throws if there is no response, or it is an error
 */
export function mongoPing(port: number, timeoutMs = 2000) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let response = Buffer.alloc(0);
    const finish = (error: Error | undefined) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(undefined);
    };
    socket.setTimeout(timeoutMs, () => finish(new Error('timeout')));
    socket.on('error', finish);
    socket.on('close', () => finish(new Error('connection closed')));
    socket.on('connect', () => socket.write(message()));
    socket.on('data', (chunk) => {
      response = Buffer.concat([response, chunk]);
      if (response.length < 4 || response.length < response.readInt32LE(0)) return;
      const isThere = response.includes(success) || response.includes(unauthorized);
      finish(isThere ? undefined : new Error('the engine answered with an error'));
    });
  });
}

/** `ok: 1.0` as encoded in BSON. */
const success = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f', 'latin1');

/** Error name of a server that requires a login. */
const unauthorized = Buffer.from('\x02codeName\0\x0d\0\0\0Unauthorized\0', 'latin1');

function message() {
  const fields = Buffer.concat([
    Buffer.from('\x10listDatabases\0\x01\0\0\0', 'latin1'),
    Buffer.from('\x08nameOnly\0\x01', 'latin1'),
    Buffer.from('\x02$db\0\x06\0\0\0admin\0', 'latin1'),
  ]);
  const body = Buffer.alloc(16 + 4 + 1 + 4 + fields.length + 1);
  body.writeInt32LE(body.length, 0);
  body.writeInt32LE(1, 4);
  body.writeInt32LE(opMsg, 12);
  body.writeInt32LE(4 + fields.length + 1, 21);
  fields.copy(body, 25);
  return body;
}
