import { openTestBus, silentLog } from '@forgemesh/kit/testing/runtime';
import { anonymous } from '../authenticate';
import { until } from '../testing/fixture-mesh';
import { resource } from '../testing/neighbours';
import { KnownRights } from './known-rights';
import { shareChanges } from './share-changes';

it('lets the other replicas forget', async () => {
  const { bus } = openTestBus();
  // Time stands still: nothing is forgotten by itself.
  const [one, other] = [1, 2].map(() => new KnownRights({ keeps: true, clock: { now: () => 0 } })) as [
    KnownRights,
    KnownRights,
  ];
  for (const rights of [one, other]) shareChanges(rights, bus, silentLog);
  const remember = async ({ identities, resources }: KnownRights) => {
    await identities.ask('who', () => Promise.resolve(anonymous));
    await resources.ask('7', () => Promise.resolve([resource({ id: 7 })]));
    await resources.ask('8', () => Promise.resolve([resource({ id: 8 })]));
  };
  const known = ({ identities, resources }: KnownRights) =>
    [identities.known('who'), resources.known('7'), resources.known('8')].map(Boolean);

  await remember(other);
  // The first messages may come before the other one listens.
  await until(() => {
    one.changed([7]);
    return !known(other)[1];
  });
  expect(known(other)).toEqual([true, false, true]);
  await remember(one);
  await until(() => {
    other.changed('everybody');
    return !known(one).some(Boolean);
  });
  await bus.close();
});
