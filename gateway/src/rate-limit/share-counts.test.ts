import { openTestBus, silentLog } from '@forgemesh/testing/runtime';
import { until } from '../testing/fixture-mesh';
import { RequestCounts, type CountedRequests } from './request-counts';
import { shareCounts } from './share-counts';

/** Counts that record what they receive. */
class ListeningCounts extends RequestCounts {
  readonly received: CountedRequests[] = [];

  override addRemote(counted: CountedRequests, now: number): void {
    this.received.push(counted);
    super.addRemote(counted, now);
  }
}

it('publishes counts to the other replicas, but not to itself', async () => {
  const { service, bus } = openTestBus();
  const [one, other] = [new ListeningCounts(), new ListeningCounts()];
  const stops = [one, other].map((counts) => shareCounts(counts, bus, silentLog));
  const throttle = { name: 'unauthenticated', subject: service, requests: 9, seconds: 60 } as const;
  const receivedBy = ({ received }: ListeningCounts) => received.filter(({ subject }) => subject.startsWith(service));
  await until(() => {
    one.count(throttle, Date.now());
    other.count({ ...throttle, subject: `${service} other` }, Date.now());
    return receivedBy(one).length > 0 && receivedBy(other).length > 0;
  });
  expect(new Set(receivedBy(one).map(({ subject }) => subject))).toEqual(new Set([`${service} other`]));
  expect(new Set(receivedBy(other).map(({ subject }) => subject))).toEqual(new Set([service]));
  expect(receivedBy(other)[0]).toMatchObject({ name: 'unauthenticated', seconds: 60, amount: expect.any(Number) });
  stops.forEach((stop) => stop());
  await bus.close();
});
