// Each service may consume the events that its consumers declare: the consumer list of the chart
// grants this in NATS.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../build/events.ts';
import { eventDocs } from '../lib/event-docs.ts';
import { root } from '../lib/root.ts';
import { type DeclaredConsumer, readDeclaredConsumers } from './declared-consumers.ts';
import { ALL, authorizationOf, consumers as listed, continuedConsumers, eventUsers } from './event-users.ts';
import { services } from './services.ts';

const declared = readDeclaredConsumers();

/** Sorted names of consumers by the service that publishes their events. */
function byOwner(followers: readonly DeclaredConsumer[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { name, events } of followers) (found[String(events[0]?.split('.')[0])] ??= []).push(name);
  const inOrder = Object.entries(found).map(([owner, names]): [string, string[]] => [owner, names.sort()]);
  return Object.fromEntries(inOrder.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('deploy/helm/forgemesh/files/consumers.json', () => {
  it('equals the output of scripts/commands/event-docs.ts', () => {
    const all = Object.entries(declared).map(([name, { subscriptions }]) => [name, subscriptions]);
    expect(listed).toEqual(Object.fromEntries(all));
  });

  it('is accompanied by the list of the consumers of the release before that are continued', () => {
    const continuing = Object.entries(declared).map(([service, { consumers }]): [string, Record<string, string[]>] => [
      service,
      byOwner(
        consumers.flatMap(({ continues, events }) => (continues === undefined ? [] : [{ name: continues, events }])),
      ),
    ]);
    const expected = continuing.filter(([, former]) => Object.keys(former).length > 0);
    expect(continuedConsumers).toEqual(Object.fromEntries(expected));
  });

  it('lists all services that consume events', () => {
    const names = services.map(({ name }) => name);
    expect(names.filter((name) => !(name in declared))).toEqual(['settings']);
  });
});

describe('docs/events.md', () => {
  it('equals the output of scripts/commands/event-docs.ts', () => {
    const names = services.map(({ name }) => name).sort();
    const events = readEvents(join(root, 'proto/gen/descriptors'), names);
    const written = readFileSync(join(root, 'docs/events.md'), 'utf8');
    expect(written).toBe(
      eventDocs(
        events,
        Object.values(declared).flatMap(({ consumers }) => consumers),
      ),
    );
  });
});

describe('the users of NATS', () => {
  const passwords = Object.fromEntries(eventUsers.map((user) => [user, `password-of-${user}`]));
  const { users: configured } = authorizationOf(passwords);

  it('publish events of their own service only', () => {
    const names = services.map(({ name }) => name);
    for (const { user, permissions } of configured) {
      if (!permissions) continue;
      const users = Object.keys(passwords);
      const events = permissions.publish.allow.filter((subject) => users.includes(String(subject.split('.')[0])));
      // The user of a process with all services may do what each of them may.
      const publishers = user === ALL ? names : names.filter((name) => name === user);
      const expected = publishers.map((name) => `${name}.>`);
      if (user !== 'settings') expected.unshift('settings.changed.joined', 'settings.changed.left');
      expect(events.filter((subject) => !subject.startsWith('settings.changed.') || user !== 'settings')).toEqual(
        expected,
      );
    }
  });

  it('do not change streams, and do not delete consumers', () => {
    const all = configured.flatMap(({ permissions }) => permissions?.publish.allow ?? []);
    expect(
      all.filter((subject) =>
        /DELETE|PURGE|STREAM\.(CREATE|UPDATE)|JS\.API\.[*>]|STREAM\.[*>]|CONSUMER\.[*>]/.test(subject),
      ),
    ).toEqual([]);
  });
});
