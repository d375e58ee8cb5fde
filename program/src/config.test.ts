import { readTarget } from './config';
import { partNames } from './parts';

describe('FORGE_TARGET', () => {
  it.each([undefined, 'all', 'geo,all'])('selects all parts: %s', (target) => {
    expect(readTarget({ FORGE_TARGET: target })).toEqual(partNames);
    expect(partNames.at(-1)).toBe('gateway');
  });

  it('selects parts by name, in the order in which they start', () => {
    expect(readTarget({ FORGE_TARGET: 'gateway, identity,settings,identity' })).toEqual([
      ...['settings', 'identity', 'gateway'],
    ]);
  });

  it('lists the valid names if one is unknown', () => {
    expect(() => readTarget({ FORGE_TARGET: 'identity,forge' })).toThrow(
      `FORGE_TARGET names unknown services: forge. Known are all, ${partNames.join(', ')}.`,
    );
  });
});
