// The users of NATS: one per service, limited to the subjects that it publishes and consumes, and
// an administrator. The chart creates the same configuration (templates/nats-users) from the same
// consumer list.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR } from '../datastores/passwords.ts';
import { gateway, services } from './services.ts';

/** User of a process that runs all services. */
export const ALL = 'all';

/** Names of the durable consumers of each service, by publishing service. */
export const consumers: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../deploy/helm/forgemesh/files/consumers.json'), 'utf8'),
);

/** Those of the release before, whose processes may run during an upgrade and after a rollback. */
export const formerConsumers: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../deploy/helm/forgemesh/files/former-consumers.json'), 'utf8'),
);

/** Names of all users. The administrator creates the streams, and has all permissions. */
export const eventUsers = [ADMINISTRATOR, ALL, gateway.name, ...services.map(({ name }) => name)];

/**
 * Consumers of the release before whose work a service continues, by publishing service: it reads
 * their position once.
 */
export const continuedConsumers: Record<string, Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../deploy/helm/forgemesh/files/continued-consumers.json'), 'utf8'),
);

/**
 * Section `authorization` of the server configuration.
 * @param passwords by user
 */
export function authorizationOf(passwords: Record<string, string>) {
  const users = eventUsers.map((user) => ({
    user,
    password: passwords[user],
    ...(user !== ADMINISTRATOR && { permissions: permissionsOf(user) }),
  }));
  return { users };
}

/** Cache messages between replicas. */
const cacheSubjects = ['cache.*', 'cache_members.*', 'cache_acks.*'];

/** Events of which the gateway tells the pages of users that something has changed. */
const pageSubjects: string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../deploy/helm/forgemesh/files/page-subjects.json'), 'utf8'),
);

function permissionsOf(user: string) {
  const members = user === ALL ? [gateway.name, ...services.map(({ name }) => name)] : [user];
  const publish = members.flatMap(publishedBy);
  const subscribe = [`_INBOX_${user}.>`, ...members.flatMap(subscribedBy)];
  return {
    publish: { allow: [...new Set(publish)] },
    subscribe: { allow: [...new Set(subscribe)] },
    // Replies to requests that ask for the newest settings. Services of one process share a user
    // and its connection, where a maximum would refuse some of their replies.
    allow_responses: { max: user === ALL ? -1 : 1, expires: '1m' },
  };
}

function publishedBy(service: string) {
  const isGateway = service === gateway.name;
  const follows = consumers[service] ?? {};
  return [
    ...cacheSubjects,
    ...['settings.changed.joined', 'settings.changed.left'],
    '$JS.API.INFO',
    ...(isGateway ? ['request_counts'] : [`${service}.>`, streamInfo(streamOf(service))]),
    ...Object.entries(follows).flatMap(([owner, names]) => followed(streamOf(owner), names)),
    ...Object.entries(formerConsumers[service] ?? {}).flatMap(([owner, names]) => followed(streamOf(owner), names)),
    ...Object.entries(continuedConsumers[service] ?? {}).flatMap(([owner, names]) =>
      names.map((name) => `$JS.API.CONSUMER.INFO.${streamOf(owner)}.${name}`),
    ),
    // Used by the administrators' list of all consumers.
    ...(service === 'settings' ? ['$JS.API.CONSUMER.LIST.*', '$JS.API.STREAM.MSG.GET.*'] : []),
  ];
}

function subscribedBy(service: string) {
  return [
    ...cacheSubjects,
    'settings.changed',
    ...(service === 'settings' ? ['settings.changed.*'] : []),
    ...(service === gateway.name ? ['request_counts', ...pageSubjects] : []),
  ];
}

/**
 * Streams are created and changed by the administrator only (event-streams.ts): a service could
 * otherwise copy events of others into its stream, or its own into theirs.
 */
function streamInfo(stream: string) {
  return `$JS.API.STREAM.INFO.${stream}`;
}

/**
 * Permissions of consumers: all operations on themselves except deletion, and to list those of the
 * stream, which tells the positions of earlier ones.
 */
function followed(stream: string, names: string[]) {
  const api = (name: string) => [
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'MSG.NEXT'].map(
      (operation) => `$JS.API.CONSUMER.${operation}.${stream}.${name}`,
    ),
    `$JS.ACK.${stream}.${name}.>`,
  ];
  return [streamInfo(stream), `$JS.API.CONSUMER.LIST.${stream}`, ...names.flatMap(api)];
}

/** Name of a service's stream, as built by `@forgemesh/events`. */
function streamOf(service: string): string {
  return service.toUpperCase();
}
