import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
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

  // The first messages may come before the other one listens, and other gateways may say that all has changed.
  await until(async () => {
    await remember(other);
    one.changed([7]);
    for (let turn = 0; turn < 20 && known(other)[1]; turn++) await pause(10);
    return isDeepStrictEqual(known(other), [true, false, true]);
  });
  await remember(one);
  await until(() => {
    other.changed('everybody');
    return !known(one).some(Boolean);
  });
  await bus.close();
});
