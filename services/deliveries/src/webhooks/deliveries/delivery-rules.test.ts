import { readOptions } from '#webhooks/payloads/push-payload';
import { pageChanges } from '#webhooks/payloads/wiki-payload';
import { isDue, isFailure, nextRetryAt } from './delivery-rules';
import { withoutSecrets } from './sending/send-delivery';

describe('delivery rules', () => {
  it('retries only after 429 and 5xx', () => {
    expect([200, 302, 404, 429, 500, 503].filter(isFailure)).toEqual([429, 500, 503]);
  });

  it('increases the delay with each attempt, and gives up', () => {
    const delays = Array.from({ length: 11 }, (_, index) => nextRetryAt(index + 1, 0)?.getTime());
    const [last, ...earlier] = delays.reverse();
    expect(last).toBeUndefined();
    expect(earlier).toEqual([...earlier].sort((one, other) => Number(other) - Number(one)));
    expect(earlier.at(-1)).toBe(1_000);
  });

  it('sends a delivery at its time, and at once if it was stored before the clock was set back', () => {
    const now = 10 * 3_600_000;
    const at = (offset: number) => new Date(now + offset);
    const delivery = (due: number, created: number, tries = 0) => ({ due_at: at(due), created_at: at(created), tries });
    expect(isDue(delivery(0, -1), now)).toBe(true);
    expect(isDue(delivery(1_000, 0), now)).toBe(false);
    expect(isDue({ ...delivery(0, -1), due_at: undefined }, now)).toBe(false);
    expect(isDue(delivery(600_000, 600_000), now)).toBe(true);
    // The first retry waits for a second.
    expect(isDue(delivery(1_000, -1, 1), now)).toBe(false);
    expect(isDue(delivery(2_000, -1, 1), now)).toBe(false);
    expect(isDue(delivery(600_000, -1, 1), now)).toBe(true);
  });

  it('parses push options by group', () => {
    const options = readOptions(['ci.skip', 'merge_request.title=a.b=c', 'plain', '__proto__.x=1']);
    expect(options).toEqual(
      Object.fromEntries([
        ['ci', { skip: true }],
        ['merge_request', { title: 'a.b=c' }],
        ['__proto__', { x: '1' }],
      ]),
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('lists the pages that a commit changes', () => {
    const commit = { id: '', message: 'm', committed_date: '', author_name: '', author_email: '' };
    const changes = (added: string[], modified: string[], removed: string[]) =>
      pageChanges({ ...commit, added, modified, removed }).map(({ action, slug }) => `${action} ${slug}`);
    expect(changes(['a.md', 'x.png'], ['b/c.org'], [])).toEqual(['create a', 'update b/c']);
    expect(changes(['new.md'], [], ['old.md'])).toEqual(['update new']);
    expect(changes([], [], ['old.md', 'older.md'])).toEqual(['delete old', 'delete older']);
  });

  it('logs URLs without secrets', () => {
    expect(withoutSecrets('https://me:pw@example.com/a?token=x&b=y')).toBe(
      'https://example.com/a?token=%5BREDACTED%5D&b=%5BREDACTED%5D',
    );
  });
});
