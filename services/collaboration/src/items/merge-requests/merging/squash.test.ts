import { assertMaySquash, isSquashed, isSquashedByDefault } from './squash';

describe('squashing', () => {
  it.each([
    ['never', false, false, false],
    ['always', true, true, true],
    ['default_on', true, true, false],
    ['default_off', false, true, false],
    ['', false, true, false],
  ])('with the option %j: %j by default, %j if wanted, %j if not', (squash_option, byDefault, wanted, unwanted) => {
    expect(isSquashedByDefault({ squash_option })).toBe(byDefault);
    expect(isSquashed({ squash_option }, true)).toBe(wanted);
    expect(isSquashed({ squash_option }, false)).toBe(unwanted);
  });

  it('is refused where it is forbidden', () => {
    expect(() => assertMaySquash({ squash_option: 'never' }, true)).toThrow('does not allow squashing');
    expect(() => assertMaySquash({ squash_option: 'never' }, false)).not.toThrow();
    expect(() => assertMaySquash({ squash_option: 'always' }, true)).not.toThrow();
  });
});
