// The consumers that the compiled services declare, and the names of their subscriptions.

import { execFileSync } from 'node:child_process';
import { root } from '../lib/root.ts';

/** A consumer as a service declares it. */
export interface DeclaredConsumer {
  name: string;
  events: string[];
  continues?: string;
}

/** The consumers of a service. */
export interface DeclaredConsumers {
  consumers: DeclaredConsumer[];
  /**
   * Sorted names of the subscriptions by publishing service. A service without email has other
   * subscriptions than one with it.
   */
  subscriptions: Record<string, string[]>;
}

/** Modules that export consumers, by service. Those of email are used if it is configured. */
const modules = {
  approvals: ['consumers'],
  collaboration: ['consumers', 'consumers/on-mail-trigger'],
  deliveries: ['consumers', 'consumers/on-mail-trigger'],
  geo: ['consumers'],
  identity: ['consumers'],
  projects: ['consumers'],
  repository: ['consumers'],
};

/**
 * Reads the consumers by service. Another process loads the services: their modules resolve as in
 * production, and Node loads them faster than a suite would.
 */
export function readDeclaredConsumers(): Record<string, DeclaredConsumers> {
  const script = `
    const { subscriptionsOf } = require('./packages/events/dist');
    const listOf = (path) => {
      const { consumers, mailConsumers } = require(path);
      return mailConsumers ?? consumers;
    };
    const declared = Object.entries(${JSON.stringify(modules)}).map(([service, paths]) => {
      const lists = paths.map((path) => listOf('./services/' + service + '/dist/' + path));
      const subscriptions = lists.flatMap((_, n) => subscriptionsOf(service, lists.slice(0, n + 1).flat()));
      const owners = [...new Set(subscriptions.map(({ owner }) => owner))].sort();
      const namesOf = (owner) => subscriptions.filter((one) => one.owner === owner).map(({ name }) => name);
      const byOwner = owners.map((owner) => [owner, [...new Set(namesOf(owner))].sort()]);
      const consumers = lists.flat().map(({ name, events, continues }) => ({ name, events, continues }));
      return [service, { consumers, subscriptions: Object.fromEntries(byOwner) }];
    });
    console.log(JSON.stringify(Object.fromEntries(declared)));
  `;
  const output = execFileSync(process.execPath, ['--eval', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output) as Record<string, DeclaredConsumers>;
}
