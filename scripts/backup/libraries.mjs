// What the backup shares with the services: their drivers, and the one place that knows which files make a repository.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/requirements.mjs';

const ofKit = createRequire(join(root, 'kit/package.json'));
const ofRepository = createRequire(join(root, 'services/repository/package.json'));

/** The driver of the database, with its BSON. */
export const mongo = () => ofKit('mongoose').mongo;

/** JetStream: its client, and the consumers that services make. */
export const jetStream = () => ({
  ...ofKit('@nats-io/jetstream'),
  connect: ofKit('@nats-io/transport-node').connect,
  serverOptions: ofKit('./dist/event-connection.js').serverOptions,
});

/** Headers of a message, empty. */
export const natsHeaders = () => ofKit('@nats-io/transport-node').headers();

/** The kit, built. */
export const kit = () => ofKit('./dist/events.js');

/** Identifies the keys of the instance's secret. @param {string} secrets @returns {string[]} */
export const keyIdsOf = (secrets) => ofKit('./dist/secretbox.js').keyIdsOf(secrets);

/** @returns {string} name of the header with the signature of an event */
export const signatureHeader = () => ofKit('./dist/event-signatures.js').SIGNATURE_HEADER;

/** @returns {typeof import('tar-stream')} */
export const tarStream = () => ofRepository('tar-stream');

/** @returns {(repo: string) => AsyncGenerator<{ name: string, handle: import('node:fs/promises').FileHandle, size: number }>} */
export const snapshotFiles = () => ofRepository('./dist/git/archive/snapshot-files.js').snapshotFiles;
