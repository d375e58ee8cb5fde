// Checks the areas of the services that comply with the rules of `scripts/structure/areas.ts`; a
// linter of `npm run lint` and `npm test`.

import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { compliantServices, measureService, violationsOf } from '../structure/areas.ts';

for (const service of compliantServices) {
  for (const violation of violationsOf(measureService(join(root, 'services', service)))) {
    console.log(`services/${service}: ${violation}`);
    process.exitCode = 1;
  }
}
