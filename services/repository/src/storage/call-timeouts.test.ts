import { operations } from '@forgemesh/git-engine';
import { timeoutOf } from './call-timeouts';

const settings = { storage_timeout_fast: 1, storage_timeout_medium: 2, storage_timeout_default: 3 };

describe('timeoutOf', () => {
  it('has three classes of calls', () => {
    expect(timeoutOf('resolveRevision', settings, true)).toBe(1_000);
    expect(timeoutOf('listCommits', settings, true)).toBe(2_000);
    expect(timeoutOf('blame', settings, true)).toBe(3_000);
    const all = Object.keys(operations).map((name) => timeoutOf(name, settings, true));
    expect([...new Set(all)].sort()).toEqual([1_000, 2_000, 3_000]);
  });

  it('returns 0 for no timeout', () =>
    expect(timeoutOf('blame', { ...settings, storage_timeout_default: 0 }, true)).toBe(0));

  it('does not apply the settings to background work', () => {
    const short = timeoutOf('resolveRevision', settings, false);
    expect(short).toBeGreaterThan(3_000);
    expect(timeoutOf('blame', { ...settings, storage_timeout_default: 0 }, false)).toBe(short);
  });

  it('leaves the timeout to the engine while the settings are not loaded', () =>
    expect(timeoutOf('blame', undefined, true)).toBeUndefined());
});
