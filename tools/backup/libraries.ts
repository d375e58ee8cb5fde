// What the backup shares with the services: their drivers, and the one place that knows which files make a repository.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type { FileHandle } from 'node:fs/promises';

const ofData = createRequire(join(root, 'packages/data/package.json'));
const ofEvents = createRequire(join(root, 'packages/events/package.json'));
const ofSecurity = createRequire(join(root, 'packages/security/package.json'));
const ofRepository = createRequire(join(root, 'services/repository/package.json'));

/** The driver of the database, with its BSON. */
export const mongo = () => ofData('mongoose').mongo;

/** JetStream: its client, and the consumers that services make. */
export const jetStream = () => ({
  ...ofEvents('@nats-io/jetstream'),
  connect: ofEvents('@nats-io/transport-node').connect,
  serverOptions: ofEvents('./dist/index.js').serverOptions,
});

/** Headers of a message, empty. */
export const natsHeaders = () => ofEvents('@nats-io/transport-node').headers();

/** Streams as services name and create them. */
export const streams = () => ofEvents('./dist/index.js');

/** Identifies the keys of the instance's secret. */
export const keyIdsOf = (secrets: string): string[] => ofSecurity('./dist/index.js').keyIdsOf(secrets);

/** @returns name of the header with the signature of an event */
export const signatureHeader = (): string => ofEvents('./dist/index.js').SIGNATURE_HEADER;

export const tarStream = (): typeof import('tar-stream') => ofRepository('tar-stream');

export const snapshotFiles = (): ((
  repo: string,
) => AsyncGenerator<{ name: string; handle: FileHandle; size: number }>) =>
  ofRepository('@forgemesh/git-engine').snapshotFiles;
