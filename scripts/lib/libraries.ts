// Libraries that the tools share with the services: their drivers, the streams of events, the users
// of databases, and the list of files that make up a repository.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type * as S3 from '@aws-sdk/client-s3';
import type * as Data from '@forgemesh/data';
import type * as Events from '@forgemesh/events';
import type * as GitEngine from '@forgemesh/git-engine';
import type * as Objects from '@forgemesh/objects';
import type * as Security from '@forgemesh/security';
import type * as JetStream from '@nats-io/jetstream';
import type * as Nats from '@nats-io/transport-node';
import type { mongo as Mongo } from 'mongoose';
import type * as TarStream from 'tar-stream';

const ofData = createRequire(join(root, 'packages/data/package.json'));
const ofEvents = createRequire(join(root, 'packages/events/package.json'));
const ofObjects = createRequire(join(root, 'packages/objects/package.json'));
const ofSecurity = createRequire(join(root, 'packages/security/package.json'));
const ofRepository = createRequire(join(root, 'services/repository/package.json'));

/** The MongoDB driver with its BSON library. */
export const mongo = () => (ofData('mongoose') as { mongo: typeof Mongo }).mongo;

const events = () => ofEvents('./dist/index.js') as typeof Events;
const nats = () => ofEvents('@nats-io/transport-node') as typeof Nats;

/** The JetStream client and the consumer creation of the services. */
export const jetStream = () => ({
  ...(ofEvents('@nats-io/jetstream') as typeof JetStream),
  connect: nats().connect,
  serverOptions: events().serverOptions,
});

/** Creates empty message headers. */
export const natsHeaders = () => nats().headers();

/** Stream names and creation, as in the services. */
export const streams = () => events();

/** Subscriptions of the services to events. */
export const subscriptions = () => events();

const security = () => ofSecurity('./dist/index.js') as typeof Security;

/** Creation of the users of a database, as in the chart. */
export const databaseUsers = () => ofData('./dist/index.js') as typeof Data;

/** Computes the key ids of an instance secret. */
export const keyIdsOf = (secrets: string) => security().keyIdsOf(secrets);

/** Creates a function that digests texts with the keys of an instance secret, the current first. */
export const keyedDigests = (secrets: string, purpose: string) => security().createDigests(secrets, purpose);

/** @returns name of the header that holds the signature of an event */
export const signatureHeader = () => events().SIGNATURE_HEADER;

export const tarStream = () => ofRepository('tar-stream') as typeof TarStream;

export const snapshotFiles = () => (ofRepository('@forgemesh/git-engine') as typeof GitEngine).snapshotFiles;

/** The object store of the services. */
export const objectStore = () => ofObjects('./dist/index.js') as typeof Objects;

/** The client of S3 servers. */
export const s3Client = () => ofObjects('@aws-sdk/client-s3') as typeof S3;
