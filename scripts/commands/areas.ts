// Checks the areas of the services that are divided into them; a linter of `npm run lint` and
// `npm test`. `npm run structure` prints the figures of all services.

import { measureService, SERVICES_WITH_AREAS, violationsOf } from '../structure/areas.ts';

for (const name of SERVICES_WITH_AREAS)
  for (const violation of violationsOf(await measureService(name))) {
    console.log(`services/${name}: ${violation}`);
    process.exitCode = 1;
  }
