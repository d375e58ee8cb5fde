// One question in MongoDB's wire protocol, without a driver.

import { connect } from 'node:net';

const opMsg = 2013;

/**
 * Asks for the list of databases, which reaches the storage behind a proxy too. That a password is
 * needed is an answer, too.
 * @param port on 127.0.0.1
 * @throws when nothing answers, or the answer is no success
 */
export function mongoPing(port: number, timeoutMs = 2000) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = Buffer.alloc(0);
    const finish = (error: Error | undefined) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(undefined);
    };
    socket.setTimeout(timeoutMs, () => finish(new Error('no answer in time')));
    socket.on('error', finish);
    socket.on('close', () => finish(new Error('connection closed')));
    socket.on('connect', () => socket.write(message()));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 4 || answer.length < answer.readInt32LE(0)) return;
      const isThere = answer.includes(success) || answer.includes(unauthorized);
      finish(isThere ? undefined : new Error('the engine answered with an error'));
    });
  });
}

/** `ok: 1.0` as it stands in a BSON document. */
const success = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f', 'latin1');

/** The name of the error where a user has to sign in. */
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
