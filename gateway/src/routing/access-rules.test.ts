import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FEATURES } from '@forgemesh/access';
import { listOperations, parseDescriptors } from '@forgemesh/rpc';

const folder = join(__dirname, '../../../proto/gen/descriptors');
const operations = readdirSync(folder).flatMap((file) =>
  listOperations(parseDescriptors(readFileSync(join(folder, file)))),
);

/** A feature without a level: it only refuses writes to archived projects. */
const WITHOUT_LEVEL = 'uploads';

describe('the access rules of the contract', () => {
  it('name known features, because an unknown one would be open to everyone', () => {
    const named = operations.flatMap(({ rpc, options }) =>
      options.access.filter(({ feature }) => feature !== '').map(({ feature }) => `${rpc}: ${feature}`),
    );
    const known: readonly string[] = [...PROJECT_FEATURES, WITHOUT_LEVEL];
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !known.includes(name.split(': ')[1] ?? ''))).toEqual([]);
  });
});
