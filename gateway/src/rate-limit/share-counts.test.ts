import { openTestBus, silentLog } from '@forgemesh/testing/runtime';
import { until } from '../testing/fixture-mesh';
import { RequestCounts, type CountedRequests } from './request-counts';
import { shareCounts } from './share-counts';

/** Counts that remember what they heard. */
class ListeningCounts extends RequestCounts {
  readonly heard: CountedRequests[] = [];

  override hear(counted: CountedRequests, now: number): void {
    this.heard.push(counted);
    super.hear(counted, now);
  }
}

it('tells the other replicas, and no replica itself', async () => {
  const { service, bus } = openTestBus();
  const [one, other] = [new ListeningCounts(), new ListeningCounts()];
  const stops = [one, other].map((counts) => shareCounts(counts, bus, silentLog));
  const throttle = { name: 'unauthenticated', subject: service, requests: 9, seconds: 60 } as const;
  const heardBy = ({ heard }: ListeningCounts) => heard.filter(({ subject }) => subject.startsWith(service));
  await until(() => {
    one.count(throttle, Date.now());
    other.count({ ...throttle, subject: `${service} other` }, Date.now());
    return heardBy(one).length > 0 && heardBy(other).length > 0;
  });
  expect(new Set(heardBy(one).map(({ subject }) => subject))).toEqual(new Set([`${service} other`]));
  expect(new Set(heardBy(other).map(({ subject }) => subject))).toEqual(new Set([service]));
  expect(heardBy(other)[0]).toMatchObject({ name: 'unauthenticated', seconds: 60, amount: expect.any(Number) });
  stops.forEach((stop) => stop());
  await bus.close();
});
