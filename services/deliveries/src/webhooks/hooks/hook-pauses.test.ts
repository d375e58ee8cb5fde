import { healthAfter, pausedUntil } from './hook-pauses';

describe('pauses of hooks', () => {
  it('pauses a hook after consecutive failures, and ends the pause with the first success', () => {
    const failed = { failed: true };
    expect(healthAfter({}, [failed], 0)).toEqual({ failures: 1, disabled_until: null });
    expect(healthAfter({ failures: 3 }, [failed], 0)).toEqual({ failures: 4, disabled_until: new Date(5_000) });
    expect(healthAfter({ failures: 4 }, [failed], 0).disabled_until).toEqual(new Date(10_000));
    expect(healthAfter({ failures: 1_000 }, [failed], 0).disabled_until).toEqual(new Date(3_600_000));
    expect(healthAfter({ failures: 9 }, [{ failed: false }], 0)).toEqual({ failures: 0, disabled_until: null });
  });

  it('ends a pause at its time, and at once if the clock was set back', () => {
    const paused = healthAfter({ failures: 5 }, [{ failed: true }], 1_000);
    expect(pausedUntil(paused, 1_000)).toEqual(new Date(21_000));
    expect(pausedUntil(paused, 20_999)).toEqual(new Date(21_000));
    expect(pausedUntil(paused, 21_000)).toBeNull();
    expect(pausedUntil(paused, -19_000)).toEqual(new Date(21_000));
    expect(pausedUntil(paused, -19_001)).toBeNull();
    expect(pausedUntil({ failures: 1_000, disabled_until: new Date(3_600_000) }, 0)).toEqual(new Date(3_600_000));
    expect(pausedUntil({ failures: 1, disabled_until: null }, 0)).toBeNull();
    expect(pausedUntil({}, 0)).toBeNull();
  });
});
