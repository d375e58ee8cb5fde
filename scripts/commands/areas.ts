// Checks the areas of the services that have them; a linter of `npm run lint` and `npm test`.

import { areaOf, findCycles, topFolderOf } from '../structure/areas.ts';
import { countWideParameters, dependencyInterfaces } from '../structure/dependencies.ts';
import { readSources } from '../structure/sources.ts';

/** Services whose areas form no import cycle and have dependencies of their own. */
const servicesWithAreas = ['collaboration'];
/** Maximum number of fields of a dependency interface. */
const MAX_FIELDS = 15;

const problems = servicesWithAreas.flatMap((service) => {
  const sources = readSources(service);
  const cycles = [...findCycles(sources, areaOf), ...findCycles(sources, topFolderOf)];
  const wide = countWideParameters(sources);
  return [
    ...cycles.map((folders) => `${service}: ${folders.join(', ')} import one another in a circle`),
    ...dependencyInterfaces(sources)
      .filter(({ fields }) => fields > MAX_FIELDS)
      .map(({ name, fields }) => `${service}: ${name} has ${fields} fields; at most ${MAX_FIELDS} are allowed`),
    ...(wide > 0 ? [`${service}: ${wide} parameters take the dependencies of the whole service`] : []),
  ];
});
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
