// What the backup shares with the services: their drivers, and the one place that knows which files
// make a repository.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type * as Events from '@forgemesh/events';
import type * as GitEngine from '@forgemesh/git-engine';
import type * as Security from '@forgemesh/security';
import type * as JetStream from '@nats-io/jetstream';
import type * as Nats from '@nats-io/transport-node';
import type { mongo as Mongo } from 'mongoose';
import type * as TarStream from 'tar-stream';

const ofData = createRequire(join(root, 'packages/data/package.json'));
const ofEvents = createRequire(join(root, 'packages/events/package.json'));
const ofSecurity = createRequire(join(root, 'packages/security/package.json'));
const ofRepository = createRequire(join(root, 'services/repository/package.json'));

/** The driver of the database, with its BSON. */
export const mongo = () => (ofData('mongoose') as { mongo: typeof Mongo }).mongo;

const events = () => ofEvents('./dist/index.js') as typeof Events;
const nats = () => ofEvents('@nats-io/transport-node') as typeof Nats;

/** JetStream: its client, and the consumers that services make. */
export const jetStream = () => ({
  ...(ofEvents('@nats-io/jetstream') as typeof JetStream),
  connect: nats().connect,
  serverOptions: events().serverOptions,
});

/** Headers of a message, empty. */
export const natsHeaders = () => nats().headers();

/** Streams as services name and create them. */
export const streams = () => events();

/** Identifies the keys of the instance's secret. */
export const keyIdsOf = (secrets: string) => (ofSecurity('./dist/index.js') as typeof Security).keyIdsOf(secrets);

/** @returns name of the header with the signature of an event */
export const signatureHeader = () => events().SIGNATURE_HEADER;

export const tarStream = () => ofRepository('tar-stream') as typeof TarStream;

export const snapshotFiles = () => (ofRepository('@forgemesh/git-engine') as typeof GitEngine).snapshotFiles;
