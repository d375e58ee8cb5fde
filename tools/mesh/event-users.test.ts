// Each service may consume the events that its consumers declare: the consumer list of the chart
// grants this in NATS.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../build/events.ts';
import { eventDocs } from '../lib/event-docs.ts';
import { root } from '../lib/root.ts';
import { ALL, authorizationOf, consumers as listed, eventUsers } from './event-users.ts';
import { services } from './services.ts';

interface Follower {
  name: string;
  events: string[];
}

/** The consumers that a module of a service exports. The services are type-checked separately. */
function exportedBy(path: string, name = 'consumers'): readonly Follower[] {
  const followers = jest.requireActual<Record<string, readonly Follower[]>>(`../../services/${path}`)[name];
  if (!followers) throw new Error(`${path} exports no ${name}`);
  return followers;
}

const declared: Record<string, readonly Follower[]> = {
  approvals: exportedBy('approvals/src/consumers'),
  collaboration: [
    ...exportedBy('collaboration/src/consumers'),
    ...exportedBy('collaboration/src/consumers/on-mail-trigger', 'mailConsumers'),
  ],
  geo: exportedBy('geo/src/consumers'),
  identity: exportedBy('identity/src/consumers'),
  projects: exportedBy('projects/src/consumers'),
  repository: exportedBy('repository/src/consumers'),
};

/** Sorted names of consumers by the service that publishes their events. */
function byOwner(followers: readonly Follower[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { name, events } of followers) (found[String(events[0]?.split('.')[0])] ??= []).push(name);
  const inOrder = Object.entries(found).map(([owner, names]): [string, string[]] => [owner, names.sort()]);
  return Object.fromEntries(inOrder.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('deploy/helm/forgemesh/files/consumers.json', () => {
  it('lists the consumers that the services declare', () => {
    const expected = Object.fromEntries(Object.entries(declared).map(([name, list]) => [name, byOwner(list)]));
    expect(listed).toEqual(expected);
  });

  it('lists all services that consume events', () => {
    const names = services.map(({ name }) => name);
    expect(names.filter((name) => !(name in declared))).toEqual(['settings']);
  });
});

describe('docs/events.md', () => {
  it('equals the output of tools/commands/event-docs.ts', () => {
    const names = services.map(({ name }) => name).sort();
    const events = readEvents(join(root, 'proto/gen/descriptors'), names);
    const written = readFileSync(join(root, 'docs/events.md'), 'utf8');
    expect(written).toBe(eventDocs(events, Object.values(declared).flat()));
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
