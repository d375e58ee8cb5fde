// Writes docs/events.md: `node scripts/run.mjs scripts/commands/event-docs.ts`. A test compares the
// file with the generated content.

import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from './build.ts';
import { readEvents } from '../build/events.ts';
import { eventDocs, type Follower } from '../lib/event-docs.ts';
import { runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { root } from '../lib/root.ts';
import { services } from '../mesh/services.ts';

await runMain(async () => {
  await build({ log: createLog() });
  const names = services.map(({ name }) => name).sort();
  const events = readEvents(join(root, 'proto/gen/descriptors'), names);
  writeFileSync(join(root, 'docs/events.md'), eventDocs(events, names.flatMap(followersOf)));
});

/** @returns the consumers that the service declares; email consumers have a separate list */
function followersOf(service: string): Follower[] {
  const folder = join(root, 'services', service, 'dist');
  const load = createRequire(join(folder, 'main.js'));
  const config = join(folder, 'config.js');
  // A module of a service may read its configuration when it is loaded.
  load.cache[config] = {
    id: config,
    filename: config,
    loaded: true,
    exports: { config: {} },
  } as NodeModule;
  const lists = ['consumers/index.js', 'consumers/on-mail-trigger.js']
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file))
    .map((file) => load(file));
  return lists.flatMap(({ consumers = [], mailConsumers = [] }) => [...consumers, ...mailConsumers]);
}
