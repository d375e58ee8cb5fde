// Writes docs/events.md, and the names of the subscriptions for the permissions in NATS
// (deploy/helm/forgemesh/files/consumers.json). A test compares the files with the generated
// content: `node scripts/run.mjs scripts/commands/event-docs.ts`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { readEvents } from '../build/events.ts';
import { eventDocs } from '../lib/event-docs.ts';
import { runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { readDeclaredConsumers } from '../mesh/declared-consumers.ts';
import { services } from '../mesh/services.ts';

await runMain(async () => {
  await build({ log: createLog() });
  const names = services.map(({ name }) => name).sort();
  const events = readEvents(join(root, 'proto/gen/descriptors'), names);
  const declared = readDeclaredConsumers();
  const consumers = Object.values(declared).flatMap((service) => service.consumers);
  writeFileSync(join(root, 'docs/events.md'), eventDocs(events, consumers));
  const subscriptions = Object.entries(declared).map(([service, own]) => [service, own.subscriptions]);
  const file = join(root, 'deploy/helm/forgemesh/files/consumers.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(subscriptions)));
  await run(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level=warn', file], { cwd: root });
});
