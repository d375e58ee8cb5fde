import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { PacksTestbed } from '#testing/packs-testbed';
import { PackUses } from './audit/pack-uses';
import { PackStore } from './pack-store';

let testbed: PacksTestbed;
beforeAll(async () => (testbed = await PacksTestbed.open(await openTestOutbox())));
afterAll(() => testbed.close());

it('a pack that is removed from its folder while it is stored fails its writer only', async () => {
  const uses = new PackUses(testbed.packRecords);
  const store = new PackStore(testbed.objects, testbed.newFolder(), uses);
  const file = await store.newFile();
  writeFileSync(file, randomBytes(100_000));
  jest.spyOn(uses, 'reserve').mockImplementation(async () => {
    rmSync(file);
    return { isDamaged: false };
  });
  await expect(store.store(file)).rejects.toMatchObject({ code: 'ENOENT' });
  for await (const { key } of testbed.objects.list('packs/')) throw new Error(`${key} was stored`);
});
